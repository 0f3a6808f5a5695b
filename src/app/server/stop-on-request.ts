import { readFileSync } from 'node:fs';

/**
 * Stops everything in order on Ctrl+C, SIGTERM, or the end of the npm that started us. A second request does not wait: the programs end
 * with us, and the database's watchdog shuts it down.
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
 * Killing the visible npm must not leave an invisible server behind. npm runs us through a shell that outlives it, so the shell's own
 * parent is checked too, where the system reveals it.
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
