/**
 * The kind of device that a session runs on: enough for its owner to recognise it, too little to identify a person. The names are the
 * makers' own and the same in every language.
 */
export const browsers = ['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung'] as const;
export const systems = ['android', 'chromeos', 'ipad', 'iphone', 'linux', 'mac', 'windows'] as const;

export type Browser = (typeof browsers)[number];
export type System = (typeof systems)[number];

/** Null if the browser does not say, or says something unknown. */
export interface Device {
  browser: Browser | null;
  system: System | null;
}

export const browserNames: Record<Browser, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
};

export const systemNames: Record<System, string> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ipad: 'iPad',
  iphone: 'iPhone',
  linux: 'Linux',
  mac: 'Mac',
  windows: 'Windows',
};
