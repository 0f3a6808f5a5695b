/** What of a customer and of the installation nobody should build a password from: whoever guesses tries these first. */
export interface PasswordContext {
  name?: string;
  email?: string;
  brand?: string;
}

/** Small words of names; a sentence may hold them. */
const particles = new Set([
  'and',
  'das',
  'del',
  'der',
  'dos',
  'las',
  'los',
  'the',
  'van',
  'von',
  'com',
  'net',
  'org',
  'www',
]);
const leastLatin = 3;
/** A shorter Latin word counts only where it stands alone: it may be part of any other. */
const leastWithin = 5;
/** Two signs are a name in Chinese, and in other scripts often a whole word. */
const leastOther = 2;
const standIns: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** Whether the password is made with the customer's name, their address or the brand, however they are written. */
export function holdsContextWord(password: string, { name = '', email = '', brand = '' }: PasswordContext): boolean {
  const words = [name, email, brand].flatMap(wordsOf).filter(isTelling);
  const typed = plain(password);
  const meant = typed.replaceAll(/[013457@$]/g, (sign) => standIns[sign] as string);
  const alone = new Set([...wordsOf(typed), ...wordsOf(meant)]);
  return words.some(
    (word) => alone.has(word) || (isWithinEnough(word) && (typed.includes(word) || meant.includes(word))),
  );
}

/** Without capitals and accents: “São” is “sao”. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function wordsOf(text: string): string[] {
  return plain(text).match(/\p{L}+/gu) ?? [];
}

const isLatin = (word: string): boolean => /^\p{Script=Latin}+$/u.test(word);

function isTelling(word: string): boolean {
  return word.length >= (isLatin(word) ? leastLatin : leastOther) && !particles.has(word);
}

function isWithinEnough(word: string): boolean {
  return !isLatin(word) || word.length >= leastWithin;
}
