import { CarrierError } from './carrier.ts';

/** RFC 3463: no such mailbox, system or syntax of an address; moved without a trace; takes no mail; disabled. */
const recipientsCode = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;
const anyCode = /\b[245]\.\d{1,3}\.\d{1,3}\b/;
/** Without such a code, 550, 551 and 553 say that there is no such mailbox, except in words like these. */
const recipientsAnswers = new Set([550, 551, 553]);
const oursByWords =
  /relay|polic|spam|block|bann|black ?list|denied|reject|auth|quota|limit|rate|sender|from address|\bspf\b|dkim|dmarc|reputation|reverse|\bptr\b|\bhelo\b|\bip\b/i;

/**
 * Final is only what is the recipient's fault. Everything else is the house's or its mail server's to mend (a policy, a quota, a login, a
 * sender that is refused), so the email waits, and the alarms count it as stuck.
 */
export function troubleOf(error: unknown): CarrierError {
  if (error instanceof DOMException && error.name === 'TimeoutError') return new CarrierError('timeout', false);
  const { code, responseCode, command, response } = error as Record<string, unknown>;
  if (typeof responseCode === 'number') {
    const words = typeof response === 'string' ? response : '';
    const isAboutTheMail = command === 'RCPT TO' || command === 'DATA';
    return new CarrierError(`smtp_${responseCode}`, isAboutTheMail && isRecipientsFault(responseCode, words));
  }
  return new CarrierError(typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'unknown', false);
}

function isRecipientsFault(answer: number, words: string): boolean {
  if (answer < 500) return false;
  if (anyCode.test(words)) return recipientsCode.test(words);
  // An address may contain any word.
  return recipientsAnswers.has(answer) && !oursByWords.test(words.replaceAll(/\S+@\S+/g, ''));
}
