/** The parts of an entry of the sandbox brokerage's book that identify its transfer. */
interface Entry {
  request?: { reference: string };
  reference?: string;
}

/**
 * Rewinds the sandbox brokerage's book as if it had never received some transfers. A backup's copy of the book is newer than its copy of
 * the database, and a sandbox is restored to one instant as a whole.
 *
 * @param book lines of JSON; a torn last one is dropped, as on any start
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

/** Null for the opening of an account. */
function referenceOf(line: string): string | null {
  const { request, reference } = JSON.parse(line) as Entry;
  return request?.reference ?? reference ?? null;
}
