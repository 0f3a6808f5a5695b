import type { Language } from '#platform/languages.ts';

/** An email ready to be sent: laid out, addressed, with its own id by which a duplicate can be recognised. */
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
  /** Where one click turns emails like this one off (RFC 8058); null for those that nobody can turn off. */
  unsubscribe: string | null;
}

/** Delivers emails, to the mail server or to the outbox folder. */
export interface Carrier {
  /**
   * Resolves once the email is accepted, with the name if it is a file.
   *
   * @throws CarrierError if it was not accepted, or the outcome is unknown
   */
  carry(mail: WrittenMail): Promise<{ file?: string }>;
  close(): void;
}

/** Why an email was not accepted. Only a code: the mail server's message names the address. */
export class CarrierError extends Error {
  override readonly name = 'CarrierError';

  /** @param isFinal this email will never be accepted */
  constructor(
    readonly code: string,
    readonly isFinal: boolean,
  ) {
    super(code);
  }
}
