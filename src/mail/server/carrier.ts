import type { Language } from '#platform/languages.ts';

/** A mail as it leaves: laid out, addressed, with a number of its own by which a second copy can be told. */
export interface WrittenMail {
  id: string;
  kind: string;
  queuedAt: Date;
  language: Language;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Who takes mails away: the mail server, or the outbox folder. */
export interface Carrier {
  /**
   * Resolves when the mail has been taken; where it is a file, with its name.
   *
   * @throws CarrierError when it was not, or nobody knows
   */
  carry(mail: WrittenMail): Promise<{ file?: string }>;
  close(): void;
}

/** Why a mail was not taken. Only a code: the mail server's words name the address. */
export class CarrierError extends Error {
  override readonly name = 'CarrierError';

  /** @param isFinal this very mail will never be taken */
  constructor(
    readonly code: string,
    readonly isFinal: boolean,
  ) {
    super(code);
  }
}
