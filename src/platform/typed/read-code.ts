import { withoutUnseen, withPlainDigits } from './plain.ts';

/** A code without what copying, keyboards and autocorrection do to it: invisible marks, spaces, wide letters, other digits, longer dashes. */
export function foldCode(typed: string): string {
  return withPlainDigits(withoutUnseen(typed).normalize('NFKC'))
    .replaceAll(/\s/gu, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');
}

/** A referral or promotional code, in capitals: as it was typed, or out of the link that carries it. */
export function readCode(typed: string): string {
  const linked = /[?&#](?:ref|code|promocode)=([^&#\s]*)/i.exec(withoutUnseen(typed).normalize('NFKC'))?.[1];
  return foldCode(linked === undefined ? typed : unescaped(linked)).toUpperCase();
}

/** A code of digits alone, as an app or a message shows it. */
export function readDigits(typed: string): string {
  return foldCode(typed).replaceAll(/\D/g, '');
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
