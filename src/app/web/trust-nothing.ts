/** The one address that may become a script here. */
export const workerAddress = '/sw.js';

type Answer = string | null;

interface TrustedTypes {
  createPolicy: (
    name: 'default',
    rules: { createHTML: (markup: string) => Answer; createScriptURL: (address: string) => Answer },
  ) => unknown;
}

/**
 * What text may become in browsers that ask (`trusted-types` in security-headers.ts): the worker's address a script, and nothing at
 * all markup. React Aria empties what it reads out by setting the markup to nothing.
 */
export function trustNothing(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (markup) => (markup === '' ? markup : null),
    createScriptURL: (address) => (address === workerAddress ? address : null),
  });
}
