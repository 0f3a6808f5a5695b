import type { Language } from '#platform/languages.ts';

/** What is said in a mail, before it is laid out: plain text in the reader's language. */
export interface MailContent {
  to: string;
  language: Language;
  subject: string;
  heading: string;
  paragraphs: string[];
  /** The one thing to do about it. */
  action?: { label: string; url: string };
  /** Said below it, more quietly. */
  notes: string[];
}

/** What a mail is about: ids, never words or secrets. */
export type About = Record<string, string>;

/** What a mail is written from when it leaves. */
export interface OwedMail {
  /** Null where it was asked for by an address alone. */
  customerId: string | null;
  about: About;
  queuedAt: Date;
}

/** Writes a mail when it is about to leave; null when there is nothing to say any more, or nobody to say it to. */
export type MailTemplate = (owed: OwedMail) => Promise<MailContent | null>;

/** Every kind of mail and who writes it; put together by `app`. */
export type MailTemplates = Readonly<Record<string, MailTemplate>>;
