/** What a stranger may read of a name: `Maria S.`; of a name of one word, its first letter. */
export function publicName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/u);
  const last = others.at(-1);
  return last === undefined ? `${firstOf(first)}•••` : `${first} ${firstOf(last)}.`;
}

function firstOf(text: string): string {
  return /^./u.exec(text)?.[0] ?? '';
}
