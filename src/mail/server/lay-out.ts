import type { Letter } from './letter.ts';
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
export function layOut(letter: Letter, sender: Sender): { text: string; html: string } {
  const t = mailWords(letter.language);
  const closing = [
    ...letter.notes,
    t('why', { brand: sender.brand }),
    ...(sender.isSandbox ? [t('sandbox', { brand: sender.brand })] : []),
  ];
  const support = { label: t('support'), address: sender.support };
  const { action } = letter;
  const text = [
    letter.heading,
    ...letter.paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing,
    `${support.label}: ${support.address}`,
    sender.brand,
  ].join('\n\n');
  return { text, html: mailPage({ letter, brand: sender.brand, copy: t('copy'), closing, support }) };
}
