type Answer = string | null;

interface TrustedTypes {
  createPolicy: (
    name: 'default',
    rules: { createHTML: (markup: string) => Answer; createScriptURL: (address: string) => Answer },
  ) => unknown;
}

/**
 * Restricts what text may become in browsers with Trusted Types (`trusted-types` in security-headers.ts): only the worker's address, if the
 * page has one, becomes a script URL, and only empty text markup. React Aria clears its announcements with empty markup.
 */
export function trustNothing(worker: string | null = null): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (markup) => (markup === '' ? markup : null),
    createScriptURL: (address) => (address === worker ? address : null),
  });
}
