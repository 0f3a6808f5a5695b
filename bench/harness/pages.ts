import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import type { Measured } from './measured.ts';

/**
 * A cheap phone on a slow network, as in Lighthouse's mobile profile: a CPU four times slower than this one, and 1.6 Mbit/s with a round
 * trip of 150 ms.
 */
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 86_400 };
const slowdown = 4;

/** Loads of each page per run, interleaved, each in a fresh browser context. */
const loads = 3;
/** Plain text only. */
const barePage = '/robots.txt';
const quietMs = 1_500;
const longestMs = 30_000;

interface Load {
  /** Milliseconds from the request until the largest part was painted, and until a figure appeared (0 if the page has none). */
  seenMs: number;
  figuresMs: number;
  /** The time that tasks took beyond their first 50 ms each, during which the page would not have responded. */
  blockedMs: number;
  /** Cumulative layout shift: a share of the screen, without a unit. */
  moved: number;
  bytes: number;
  requests: number;
}

/**
 * When network events are observed, the browser records which line requested a file and rescans the whole script to find it: 15 ms during
 * the application's start that no customer's browser spends. Recorded while parsing, it costs next to nothing.
 */
const observed = '--js-flags=--no-enable-lazy-source-positions';

/** Runs in the page before any of its own code. */
const watch = `window.seen = { seenMs: 0, figuresMs: 0, blockedMs: 0, moved: 0 };
const each = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
each('largest-contentful-paint', ({ startTime }) => { window.seen.seenMs = startTime; });
each('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) window.seen.moved += value; });
each('longtask', ({ duration }) => { window.seen.blockedMs += duration - 50; });
new MutationObserver((_changes, observer) => {
  if (!/US\\$\\s[\\d.]+,\\d\\d/.test(document.querySelector('main')?.textContent ?? '')) return;
  window.seen.figuresMs = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true, characterData: true });`;

/**
 * Measures how long a customer waits on a cheap phone, compared with a text-only page of the same server, which shows the noise of the
 * machine.
 */
export async function measurePages({ ground, sessions, runs, print }: Measured, executablePath: string): Promise<void> {
  const product = await ground.startServers(1);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', observed] });
  const [address = ''] = product.addresses;
  const token = sessions.people[0]?.token ?? '';
  const open = (path: string, kept?: string): Promise<Load> => load(browser, address + path, kept);
  // The first load of each is not counted: the server compresses a page on its first request.
  await Promise.all([open(barePage), open('/auth/login'), open('/dashboard', token)]);
  const [bare, login, dashboard]: [Load[], Load[], Load[]] = [[], [], []];
  for (let turn = 0; turn < runs * loads; turn += 1) {
    bare.push(await open(barePage));
    login.push(await open('/auth/login'));
    dashboard.push(await open('/dashboard', token));
  }
  await browser.close();
  await product.stop();

  const limit = { unit: 'ms', limits: bare.map(({ seenMs }) => seenMs), limit: 'a bare page' };
  const blocked = { unit: 'ms', limits: bare.map(({ blockedMs }) => blockedMs), limit: 'a bare page', most: 50 };
  print({ what: 'login, seen', figures: login.map(({ seenMs }) => seenMs), ...limit, most: 1_200, note: weigh(login) });
  print({ what: 'login, blocked', figures: login.map(({ blockedMs }) => blockedMs), ...blocked });
  const note = weigh(dashboard);
  print({ what: 'dashboard, seen', figures: dashboard.map(({ seenMs }) => seenMs), ...limit, most: 1_800, note });
  print({ what: 'dashboard, figures', figures: dashboard.map(({ figuresMs }) => figuresMs), ...limit });
  print({ what: 'dashboard, blocked', figures: dashboard.map(({ blockedMs }) => blockedMs), ...blocked });
}

async function load(browser: Browser, address: string, token?: string): Promise<Load> {
  const context = await browser.newContext({ ...phone, locale: 'pt-BR', serviceWorkers: 'block' });
  try {
    if (token) await context.addInitScript(`localStorage.setItem('token', '${token}')`);
    await context.addInitScript(watch);
    return await loadIn(context, address);
  } finally {
    await context.close();
  }
}

async function loadIn(context: BrowserContext, address: string): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let [bytes, requests, lastAt] = [0, 0, performance.now()];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
    lastAt = performance.now();
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const began = performance.now();
  await page.goto(address, { waitUntil: 'load' });
  while (performance.now() - lastAt < quietMs && performance.now() - began < longestMs) await page.waitForTimeout(100);
  return { ...(await readSeen(page)), bytes, requests };
}

function readSeen(page: Page): Promise<Omit<Load, 'bytes' | 'requests'>> {
  return page.evaluate('window.seen');
}

/** The maxima over all loads: bytes, requests and layout shift. */
function weigh(all: readonly Load[]): string {
  const most = (name: keyof Load): number => Math.max(...all.map((each) => each[name]));
  return `${(most('bytes') / 1000).toFixed(0)} kB in ${most('requests')} requests, moved ${most('moved').toFixed(3)}`;
}
