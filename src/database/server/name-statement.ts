import { createHash } from 'node:crypto';

const named = new Map<string, string>();

/**
 * The name of a statement in monitoring: its verb, its table and four characters of its hash, such as `SELECT sessions 1f0c`. It holds no
 * values: those are parameters, and literals in a statement's text are ignored.
 */
export function nameStatement(text: string): string {
  const known = named.get(text);
  if (known) return known;
  const plain = text
    .replaceAll(/'(?:[^']|'')*'/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const name = `${describe(plain)} ${createHash('sha256').update(text).digest('hex').slice(0, 4)}`;
  named.set(text, name);
  return name;
}

const write =
  /\b(INSERT) INTO ([\w.]+)|\b(UPDATE) (?!SKIP\b|OF\b|NOWAIT\b|SET\b)([\w.]+) (?:AS \w+ |\w+ )?SET\b|\b(DELETE) FROM ([\w.]+)/i;

function describe(text: string): string {
  const written = write.exec(text)?.slice(1).filter(Boolean);
  if (written) return written.join(' ').replace(/^\w+/, (verb) => verb.toUpperCase());
  const [verb = ''] = /^\w+/.exec(text) ?? [];
  const table = /\bFROM ([a-z_]+(?:\.[a-z_]+)?)(?![\w.(])/i.exec(text)?.[1];
  const about = table ?? /\b([a-z_]+(?:\.[a-z_]+)?)\(/i.exec(text)?.[1];
  return [verb.toUpperCase(), about].filter(Boolean).join(' ');
}
