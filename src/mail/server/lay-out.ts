import type { MailContent } from './mail-template.ts';
import { mailPage } from './mail-page.ts';
import { mailWords } from './mail-words.ts';

/** Whose mail it is, from the installation's settings. */
export interface Sender {
  brand: string;
  /** `Name <address>`. */
  from: string;
  support: string;
  isSandbox: boolean;
}

/** The same letter twice: for programs that show text, and for those that show HTML. */
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
