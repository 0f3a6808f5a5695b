import { readFileSync } from 'node:fs';

/**
 * Ctrl+C, a polite kill, or the end of the npm that started us: everything stops in order. A second request does
 * not wait: the programs end with us, and the database's watchdog shuts it down.
 */
export function stopOnRequest(stop: () => Promise<void>): void {
  let isStopping = false;
  const onRequest = (): void => {
    if (isStopping) process.exit(130);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onRequest);
  process.on('SIGTERM', onRequest);
  whenNpmEnds(() => isStopping || onRequest());
}

/**
 * Whoever kills the npm that they see must not be left with a server that they do not see. npm runs us through a
 * shell, which outlives it, so the shell's own parent is looked at too where the system tells it.
 */
function whenNpmEnds(onEnd: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const family = readFamily();
  setInterval(() => readFamily() !== family && onEnd(), 250).unref();
}

function readFamily(): string {
  const parent = process.ppid;
  if (process.platform !== 'linux') return String(parent);
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    return `${parent} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(parent);
  }
}
