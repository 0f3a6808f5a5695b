/**
 * Measures what a long history costs the browser: the statement of a customer with 100,000 postings, scrolled with the wheel for some
 * seconds in Chromium, at desktop and phone size. Needs the built pages (`npm run build`). `npx tsx bench/scroll-history.ts [seconds]
 * [postings] [pixels a frame]` prints the time to the first rows and the late frames. The default speed is that of a hard flick of a thumb,
 * ten thousand pixels a second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { composeHttp } from '#app/server/compose.ts';
import { createCustomer } from '#auth/server/create-customer.ts';
import { openSession } from '#auth/server/session-store.ts';
import { fillHistory } from '#history/server/testing/fill-history.ts';
import { readConfig } from '#settings/server/config.ts';
import { openDatabase } from '#database/server/database.ts';
import { startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { migrate } from '#database/server/migrate.ts';
import { transaction } from '#database/server/transaction.ts';
import { findChromium } from '../scripts/chromium.ts';
import { readOptions, wholeNumber } from '../scripts/read-options.ts';

const { seconds, postings, pixels } = readOptions({
  command: 'npx tsx bench/scroll-history.ts',
  does: 'Measures what a long history costs the browser. Needs the built pages.',
  arguments: {
    seconds: wholeNumber('of scrolling', { fallback: 10 }),
    postings: wholeNumber('in the statement', { fallback: 100_000 }),
    pixels: wholeNumber('a frame', { fallback: 160 }),
  },
});
/** One and a half frames at 60 Hz: if it takes longer, a frame was dropped. */
const lateMs = 25;

/** Records the length of every frame in the page. */
const countFrames = `window.frames_ = []; (() => { let last = performance.now();
  requestAnimationFrame(function next(now) { window.frames_.push(now - last); last = now; requestAnimationFrame(next); }); })()`;

const dataDir = mkdtempSync(join(tmpdir(), 'lastro-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const url = postgres.databaseUrl('lastro', 'lastro_app');
const adminUrl = postgres.databaseUrl('lastro');
await migrate(postgres.databaseUrl('lastro', 'lastro_owner'));
const db = openDatabase({ url });
const http = await composeHttp({ config: readConfig({ MODE: 'sandbox', DATABASE_URL: url }), db, logTo: false });
const address = await http.app.listen({ port: 0, host: '127.0.0.1' });
const { customerId, memberId, token } = await makeCustomers();
await fillHistory({ adminUrl, customerId, memberId, now: new Date(), events: postings, positions: 100 });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
console.log(`a statement of ${postings} postings, ${seconds} s of scrolling, ${pixels} px a frame`);
for (const [name, width, height] of [
  ['desk', 1440, 900],
  ['phone', 360, 740],
] as const) {
  await scroll(browser, name, { width, height });
}

await browser.close();
await http.app.close();
await db.close();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);

async function makeCustomers(): Promise<{ customerId: string; memberId: string; token: string }> {
  const details = { phone: '+5511987654321', birth: '1990-05-17', passwordHash: 'nobody logs in' };
  return transaction(db, async (tx) => {
    const ana = await createCustomer(tx, { ...details, email: 'ana@bench.example', name: 'Ana Bench' });
    const bia = await createCustomer(tx, { ...details, email: 'bia@bench.example', name: 'Bia Bench', code: ana.code });
    const session = await openSession(tx, ana.id, false);
    return { customerId: ana.id, memberId: bia.id, token: session.token };
  });
}

async function scroll(on: Browser, name: string, viewport: { width: number; height: number }): Promise<void> {
  const page = await on.newPage({ viewport, locale: 'pt-BR' });
  await page.addInitScript(`localStorage.setItem('token', '${token}')`);
  await page.goto(`${address}/history?tab=statement`);
  await page.getByRole('row').nth(1).waitFor();
  const firstRowsMs: number = await page.evaluate('performance.now()');
  await page.evaluate(countFrames);
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    await page.mouse.move(viewport.width / 2, viewport.height / 2);
    await page.mouse.wheel(0, pixels);
    await page.waitForTimeout(16);
  }
  await report(page, name, firstRowsMs);
  await page.close();
}

async function report(page: Page, name: string, firstRowsMs: number): Promise<void> {
  const frames: number[] = await page.evaluate('window.frames_');
  const rows: number = await page.evaluate(`document.querySelectorAll('tbody tr').length`);
  const reached: string | null = await page.evaluate(
    `[...document.querySelectorAll('tr[aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex') ?? null`,
  );
  frames.sort((a, b) => a - b);
  const at = (share: number) => (frames[Math.floor((frames.length - 1) * share)] ?? 0).toFixed(1);
  const late = frames.filter((ms) => ms > lateMs).length;
  const share = ((100 * late) / frames.length).toFixed(1);
  console.log(
    `${name}: first rows after ${firstRowsMs.toFixed(0)} ms; ${frames.length} frames, ${late} late (${share} %); ms: half ` +
      `${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}; row ${reached ?? '?'} reached, ${rows} rows in the page`,
  );
}
