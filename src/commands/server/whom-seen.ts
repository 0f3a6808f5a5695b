/** The customers shown in a list, for the action log: each once, by id. */
export function whomSeen(ids: Iterable<string>): { customers?: string } {
  const customers = [...new Set(ids)].join(' ');
  return customers === '' ? {} : { customers };
}
