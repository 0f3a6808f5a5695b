import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { projectFolder } from '#platform/server/project-folder.ts';
import { readOptions } from './read-options.ts';

/**
 * `npx tsx scripts/draw-icons.ts`: generates the icons of the installed application from the brand's logo
 * (src/platform/web/brand/brand-mark.tsx) and the paths of the shortcuts' own icons. Rerun after either has changed, or with another
 * brand's logo.
 */
readOptions({
  command: 'npx tsx scripts/draw-icons.ts',
  does: 'Generates the icons of the installed application from the logo.',
});
const ground = '#0a0e13';
const accent = '#8ea7ff';
const folder = join(projectFolder, 'public', 'icons');

/** Layers, on a grid of 28. */
const sign = `<rect x="9" y="4" width="10" height="3" rx="1.5" fill="#9eabba"/>
  <rect x="6" y="9.5" width="16" height="4.5" rx="2.25" fill="#e8edf3"/>
  <rect x="3" y="16.5" width="22" height="7.5" rx="3" fill="#e7bd6c"/>`;

/** The paths of IconPlus, IconBring and IconWithdraw, on a grid of 24. */
const shortcuts = {
  'new-stake': 'M12 5v14M5 12h14',
  bring: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  withdraw: 'M12 15V4M7 8.5l5-5 5 5M4.5 20h15',
};

/** @param share percentage of the square's side taken by the logo's grid @param radius corner radius, for a square of 100 */
function drawSign(share: number, radius: number): string {
  const scale = share / 28;
  const edge = (100 - share) / 2;
  return draw(radius, `<g transform="translate(${edge} ${edge}) scale(${scale})">${sign}</g>`);
}

function drawShortcut(lines: string): string {
  const pen = `fill="none" stroke="${accent}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`;
  return draw(50, `<g transform="translate(26 26) scale(2)"><path d="${lines}" ${pen}/></g>`);
}

function draw(radius: number, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${radius}" fill="${ground}"/>${inside}</svg>`;
}

async function write(name: string, size: number, svg: string): Promise<void> {
  const density = (72 * size) / 100;
  const image = sharp(Buffer.from(svg), { density }).resize(size, size).png({ compressionLevel: 9, palette: false });
  await writeFile(join(folder, `${name}.png`), await image.toBuffer());
}

await mkdir(folder, { recursive: true });
await write('icon-192', 192, drawSign(82, 25));
await write('icon-512', 512, drawSign(82, 25));
// A maskable icon may be cropped to a circle of 80 %: the logo stays well inside, the background reaches every edge.
await write('icon-maskable-192', 192, drawSign(62, 0));
await write('icon-maskable-512', 512, drawSign(62, 0));
// An iPhone rounds the corners itself and paints transparent parts black.
await write('apple-touch-icon', 180, drawSign(72, 0));
for (const [name, lines] of Object.entries(shortcuts)) await write(name, 96, drawShortcut(lines));
