import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { projectFolder } from '#platform/server/project-folder.ts';
import { findChromium } from './chromium.ts';
import { readOptions, text } from './read-options.ts';

/**
 * `npx tsx scripts/draw-dashboard.ts [ADDRESS]`: takes the README's screenshot of the demo customer's dashboard in an installation started
 * by `npm start` (default: the one on port 8080). Rerun when the dashboard looks different.
 */
const { address } = readOptions({
  command: 'npx tsx scripts/draw-dashboard.ts',
  does: 'Takes the README’s screenshot of the demo customer’s dashboard, in a running installation.',
  arguments: { address: text('URL', 'of the running installation', 'http://127.0.0.1:8080', /^https?:\/\//) },
});
const picture = join(projectFolder, 'docs', 'dashboard.png');

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({
  viewport: { width: 1440, height: 960 },
  locale: 'en-US',
  timezoneId: 'America/Sao_Paulo',
  colorScheme: 'dark',
  reducedMotion: 'reduce',
});
await page.goto(`${address}/auth/login`);
await page.locator('input[type=email]').fill('demo@lastro.example');
await page.locator('input[type=password]').fill('lastro-demo');
await page.locator('button[type=submit]').click();
await page.waitForURL('**/dashboard');
// The chart is rendered last; the event stream keeps the network from ever being idle.
await page.locator('main svg path').first().waitFor();
await page.waitForFunction('document.querySelector(\'main [aria-busy="true"]\') === null');
await page.waitForTimeout(1_500);
const drawn = await page.screenshot();
await browser.close();
await sharp(drawn).png({ palette: true, colours: 128 }).toFile(picture);
process.stdout.write(`${picture}\n`);
