import { noteAccount } from '#platform/web/account-name.ts';

let taken: string | null = null;

/**
 * Takes a mailed link's token out of the URL, so that neither the history nor an onlooker has it; it is sent only by the form. Repeated
 * calls return the same token. The address beside it is told to the password manager.
 */
export function takeToken(): string {
  const { hash, pathname } = window.location;
  if (hash.length > 1) {
    const [token = '', email = ''] = hash.slice(1).split('/');
    taken = token;
    noteAccount(readAddress(email));
    window.history.replaceState(window.history.state, '', pathname);
  }
  return taken ?? '';
}

export const isToken = (token: string): boolean => /^[\w-]{43}$/.test(token);

function readAddress(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return '';
  }
}
