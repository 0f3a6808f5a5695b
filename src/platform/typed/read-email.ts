import { withHalfWidth, withoutUnseen, withPlainDigits } from './plain.ts';

/** Every browser and Node.js have it; what this program may use of it. */
declare const URL: new (address: string) => { hostname: string };

const mostOfAddress = 254;
const mostOfLocalPart = 64;
const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const dotAtom = new RegExp(`^${atom}(\\.${atom})*$`, 'i');
/** Without angle brackets: in a header's quotes they do not survive the way. */
const quotedText = /^"((?:[ !#-;=?-[\]-~]|\\[ -;=?-~])*)"$/;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** At least two labels, the last one no number: an address on the internet's mail. */
const host = new RegExp(`^(?:${label}\\.)+(?!\\d+$)${label}$`);

/**
 * The address as it is stored and mailed to: in lower case, its domain in ASCII (`ana@пример.рф` is `ana@xn--e1afmkfd.xn--p1ai`). Every
 * address that RFC 5321 allows in ASCII is one, quoted ones too, except at an IP address or a host without a domain. Null for anything else:
 * also for other letters before the @, which few mail servers take.
 */
export function readEmail(typed: string): string | null {
  const [before, after] = halvesOf(typed);
  const [local, domain] = [readLocalPart(before), readDomain(after)];
  if (local === null || domain === null) return null;
  const address = `${local}@${domain}`.toLowerCase();
  return local.length <= mostOfLocalPart && address.length <= mostOfAddress ? address : null;
}

/** Whether it is no address because of letters before the @ that are not ASCII: their writer should know which. */
export function hasOtherLetters(typed: string): boolean {
  return /[^ -~]/.test(halvesOf(typed)[0]);
}

function halvesOf(typed: string): [string, string] {
  const text = withoutUnseen(typed)
    .trim()
    .replace(/^mailto:/i, '');
  const at = Math.max(text.lastIndexOf('@'), text.lastIndexOf('＠'));
  return [withPlainDigits(withHalfWidth(text.slice(0, Math.max(at, 0)))), text.slice(at + 1)];
}

/** Without quotes that it does not need: `"ana"@example.com` and `ana@example.com` are one address. */
function readLocalPart(typed: string): string | null {
  if (dotAtom.test(typed)) return typed;
  const quoted = quotedText.exec(typed)?.[1]?.replaceAll(/\\(.)/g, '$1');
  if (quoted === undefined) return null;
  return dotAtom.test(quoted) ? quoted : `"${quoted.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** By the rules of internationalised names, which every browser and Node.js carry in `URL`. */
function readDomain(typed: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}.。．｡·-]+$/u.test(typed)) return null;
  const ascii = toAscii(typed);
  return ascii !== null && ascii.length <= mostOfAddress - 1 && host.test(ascii) ? ascii : null;
}

function toAscii(name: string): string | null {
  try {
    return new URL(`http://${name}`).hostname;
  } catch {
    return null;
  }
}
