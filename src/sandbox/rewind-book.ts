/** What of an entry of the sandbox brokerage's book says which transfer it is about. */
interface Entry {
  request?: { reference: string };
  reference?: string;
}

/**
 * The book of the sandbox brokerage as it would be had it never heard of some transfers. A backup's copy of the book is
 * younger than its copy of the database, and a sandbox goes back to one moment as a whole.
 *
 * @param book lines of JSON; a torn last one is dropped, as at any start
 */
export async function rewindBook(
  book: string,
  knownOf: (references: string[]) => Promise<ReadonlySet<string>>,
): Promise<string> {
  const lines = book.slice(0, book.lastIndexOf('\n') + 1).split('\n');
  const entries = lines.filter(Boolean).map((line) => ({ line, reference: referenceOf(line) }));
  const known = await knownOf(entries.flatMap(({ reference }) => reference ?? []));
  const kept = entries.filter(({ reference }) => reference === null || known.has(reference));
  return kept.map(({ line }) => `${line}\n`).join('');
}

/** Null where an account was opened. */
function referenceOf(line: string): string | null {
  const { request, reference } = JSON.parse(line) as Entry;
  return request?.reference ?? reference ?? null;
}
