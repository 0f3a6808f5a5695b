/** Prints each complaint on its own line, at most the first `most`. */
export function printFindings(findings: readonly string[], most = Infinity): void {
  process.stdout.write(
    findings
      .slice(0, most)
      .map((finding) => `  ! ${finding}\n`)
      .join(''),
  );
}

/** Prints whether a seeded fault was found, with the finding, or else what was reported instead. */
export function printControl(name: string, found: string | undefined, instead = 'no finding'): void {
  const said = (found ?? instead).split('\n')[0]?.slice(0, 160);
  process.stdout.write(`${found === undefined ? 'NOT FOUND' : 'found    '} ${name}: ${said}\n`);
}

/** Shows the progress of a long run on a terminal. */
export function showProgress(what: string, done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${done} of ${all}`);
}
