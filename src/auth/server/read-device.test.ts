import { expect, test } from 'vitest';
import { readDevice } from './read-device.ts';

const claims = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${claims} Chrome/130.0.0.0 Safari/537.36`, 'chrome', 'windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${claims} Chrome/130.0 Safari/537.36 Edg/130.0`, 'edge', 'windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${claims} Chrome/130.0 Safari/537.36 OPR/115.0`, 'opera', 'linux'],
  [`Mozilla/5.0 (Linux; Android 14; SM-S911B) ${claims} SamsungBrowser/25.0 Chrome/121.0`, 'samsung', 'android'],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${claims} Chrome/130.0 Mobile Safari/537.36`, 'chrome', 'android'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${claims} HeadlessChrome/130.0 Safari/537.36`, 'chrome', 'linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'firefox', 'linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1 Version/18.0 Safari/605.1', 'safari', 'mac'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'safari', 'iphone'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/130.0 Safari/604.1', 'chrome', 'iphone'],
  ['Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) Version/16.0 Mobile Safari/604.1', 'safari', 'ipad'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${claims} Chrome/130.0 Safari/537.36`, 'chrome', 'chromeos'],
  ['curl/8.5.0', null, null],
  ['', null, null],
  [`${'x'.repeat(600)} Windows Chrome/130`, null, null],
])('[P2] %s is %s on %s', (userAgent, browser, system) => {
  expect(readDevice(userAgent)).toEqual({ browser, system });
});
