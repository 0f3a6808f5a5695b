import { spawn, type ChildProcess } from 'node:child_process';

interface Ending {
  signal: 'INT' | 'QUIT' | 'TERM';
  /** Removed when the process is gone: a throw-away cluster. */
  folder: string | null;
  /** Whatever it is doing then, it is ended; a database is left the time it takes. */
  killAfterSeconds?: number;
}

/**
 * Waits for the end of a pipe whose other end is ours. The kernel closes ours however we die, kill -9 included;
 * then the watched process is asked to stop.
 */
const script = `
while read -r _; do :; done
kill -s "$2" "$1" 2>/dev/null
if [ -n "$4" ]; then
  tries=0
  while kill -0 "$1" 2>/dev/null && [ $tries -lt "$4" ]; do sleep 1; tries=$((tries + 1)); done
  kill -s KILL "$1" 2>/dev/null
fi
if [ -n "$3" ]; then
  tries=0
  while kill -0 "$1" 2>/dev/null && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
  rm -rf "$3"
fi`;

/** Ties a child's life to ours, until it ends. Windows ends the children of a dead process by itself. */
export function watchOver(child: ChildProcess, { signal, folder, killAfterSeconds }: Ending): void {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const args = [
    '-c',
    script,
    'lastro-watchdog',
    String(child.pid),
    signal,
    folder ?? '',
    String(killAfterSeconds ?? ''),
  ];
  let watchdog = startWatchdog(args);
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  // Somebody may kill the watchdog alone; the guard must not end with it.
  const rearm = (): void => {
    if (hasEnded()) return;
    watchdog = startWatchdog(args);
    watchdog.once('exit', () => setTimeout(rearm, 50).unref());
  };
  watchdog.once('exit', () => setTimeout(rearm, 50).unref());
  child.once('exit', () => watchdog.kill('SIGKILL'));
}

function startWatchdog(args: string[]): ChildProcess {
  const watchdog = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  watchdog.on('error', () => {});
  watchdog.stdin?.on('error', () => {});
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void } | null)?.unref();
  return watchdog;
}
