/** A complaint on a line of its own, the first of them when there are very many. */
export function printFindings(findings: readonly string[], most = Infinity): void {
  process.stdout.write(
    findings
      .slice(0, most)
      .map((finding) => `  ! ${finding}\n`)
      .join(''),
  );
}

/** Whether a seeded fault was found, and how it was said; otherwise what was said instead. */
export function printControl(name: string, found: string | undefined, instead = 'no finding'): void {
  const said = (found ?? instead).split('\n')[0]?.slice(0, 160);
  process.stdout.write(`${found === undefined ? 'NOT FOUND' : 'found    '} ${name}: ${said}\n`);
}

/** How far a long run is, for whoever watches. */
export function showProgress(what: string, done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${done} of ${all}`);
}
