/** Facts about a customer and the installation that no password should be built from: attackers try these first. */
export interface PasswordContext {
  name?: string;
  email?: string;
  brand?: string;
}

/** Particles of names and addresses; a passphrase may contain them. */
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
/** A shorter Latin word counts only as a separate word: it may be part of any other. */
const leastWithin = 5;
/** Two characters make a name in Chinese, and often a whole word in other scripts. */
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

/** Whether the password contains the customer's name, their address or the brand, however spelled. */
export function holdsContextWord(password: string, { name = '', email = '', brand = '' }: PasswordContext): boolean {
  const words = [name, email, brand].flatMap(wordsOf).filter(isTelling);
  const typed = plain(password);
  const meant = typed.replaceAll(/[013457@$]/g, (sign) => standIns[sign] as string);
  const alone = new Set([...wordsOf(typed), ...wordsOf(meant)]);
  return words.some(
    (word) => alone.has(word) || (isWithinEnough(word) && (typed.includes(word) || meant.includes(word))),
  );
}

/** Strips case and accents: “São” becomes “sao”. */
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
