import type { MailContent } from './mail-template.ts';
import { mailPage } from './mail-page.ts';
import { mailWords } from './mail-words.ts';

/** The sender of emails, from the installation's settings. */
export interface Sender {
  brand: string;
  /** `Name <address>`. */
  from: string;
  support: string;
  isSandbox: boolean;
}

/** Lays out an email both as plain text and as HTML. */
export function layOut(content: MailContent, sender: Sender): { text: string; html: string } {
  const t = mailWords(content.language);
  const closing = [
    ...content.notes,
    t('why', { brand: sender.brand }),
    ...(sender.isSandbox ? [t('sandbox', { brand: sender.brand })] : []),
  ];
  const support = { label: t('support'), address: sender.support };
  const { action } = content;
  const text = [
    content.heading,
    ...content.paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing,
    `${support.label}: ${support.address}`,
    sender.brand,
  ].join('\n\n');
  return { text, html: mailPage({ content, brand: sender.brand, copy: t('copy'), closing, support }) };
}
