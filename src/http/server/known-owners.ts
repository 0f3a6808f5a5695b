import { hashOfToken } from '#platform/server/secret-token.ts';

/**
 * Whose each token was when last looked up here: a customer's own limit counts before the database is asked. Nobody is let in by it. The
 * tokens themselves are not stored.
 */
export class KnownOwners {
  readonly #owners = new Map<string, string>();

  constructor(readonly most = 50_000) {}

  ownerOf(token: string): string | undefined {
    return this.#owners.get(nameOf(token));
  }

  /** Null when the token is not valid. */
  note(token: string, owner: string | null): void {
    const name = nameOf(token);
    this.#owners.delete(name);
    if (owner === null) return;
    this.#owners.set(name, owner);
    const [oldest = ''] = this.#owners.keys();
    if (this.#owners.size > this.most) this.#owners.delete(oldest);
  }
}

function nameOf(token: string): string {
  return hashOfToken(token).toString('base64');
}
