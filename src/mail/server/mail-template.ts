import type { Language } from '#platform/languages.ts';

/** The content of an email before layout: plain text in the reader's language. */
export interface MailContent {
  to: string;
  language: Language;
  subject: string;
  heading: string;
  paragraphs: string[];
  /** The one action that the email calls for. */
  action?: { label: string; url: string };
  /** Where one click turns emails like this one off; absent for those that nobody can turn off. */
  unsubscribe?: string;
  /** Shown below it, less prominently. */
  notes: string[];
}

/** What an email is about: ids, never secrets; text only of a test, which is about nobody. */
export type About = Record<string, string>;

/** The data from which an email is written when it is sent. */
export interface OwedMail {
  /** Null if it was requested with only an address. */
  customerId: string | null;
  about: About;
  queuedAt: Date;
}

/** Writes an email right before it is sent; null if there is nothing left to say, or nobody to say it to. */
export type MailTemplate = (owed: OwedMail) => Promise<MailContent | null>;

/** The template of each kind of email, assembled by `app`. */
export type MailTemplates = Readonly<Record<string, MailTemplate>>;
