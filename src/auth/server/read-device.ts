import type { Browser, Device, System } from '../device.ts';

/** Longer than any real browser's; the rest is ignored. */
const longestRead = 512;

/** Nearly every browser also claims to be those after it in this list: the first match wins. */
const browserSigns: readonly [RegExp, Browser][] = [
  [/\bEdg(e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOPiOS\/|\bOpera\b/, 'opera'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\bFirefox\/|\bFxiOS\//, 'firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'chrome'],
  [/\bSafari\//, 'safari'],
];

const systemSigns: readonly [RegExp, System][] = [
  [/\biPhone\b|\biPod\b/, 'iphone'],
  [/\biPad\b/, 'ipad'],
  [/\bAndroid\b/, 'android'],
  [/\bCrOS\b/, 'chromeos'],
  [/\bWindows\b/, 'windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'mac'],
  [/\bLinux\b|\bX11\b/, 'linux'],
];

/** The kind of browser and device in a `User-Agent`; the header itself, which reveals much more, is not stored. */
export function readDevice(userAgent: string): Device {
  const said = userAgent.slice(0, longestRead);
  return { browser: firstMatch(browserSigns, said), system: firstMatch(systemSigns, said) };
}

function firstMatch<Kind>(signs: readonly [RegExp, Kind][], said: string): Kind | null {
  return signs.find(([sign]) => sign.test(said))?.[1] ?? null;
}
