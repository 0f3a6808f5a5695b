type Answer = string | null;

interface TrustedTypes {
  createPolicy: (
    name: 'default',
    rules: { createHTML: (markup: string) => Answer; createScriptURL: (address: string) => Answer },
  ) => unknown;
}

/**
 * What text may become in browsers that ask (`trusted-types` in security-headers.ts): the worker's address a script where the page has
 * one, and nothing at all markup. React Aria empties what it reads out by setting the markup to nothing.
 */
export function trustNothing(worker: string | null = null): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (markup) => (markup === '' ? markup : null),
    createScriptURL: (address) => (address === worker ? address : null),
  });
}
