let known = '';

/** The address of whoever is logging in or logged in on this page, for the password managers. */
export function noteAccount(email: string): void {
  known = email;
}

export function knownAccount(): string {
  return known;
}
