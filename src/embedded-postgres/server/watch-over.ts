import { spawn, type ChildProcess } from 'node:child_process';

interface Ending {
  signal: 'INT' | 'QUIT' | 'TERM';
  /** Deleted once the process is gone: a throwaway cluster. */
  folder: string | null;
  /** Kills the process after this time, whatever it is doing. Not set for a database, which may take its time. */
  killAfterSeconds?: number;
}

/**
 * Waits for end of file on a pipe held open by this process. The kernel closes it however the process dies, kill -9 included; the watched
 * process is then asked to stop.
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

/** Ties a child's lifetime to this process, until the child exits. Windows ends the children of a dead process automatically. */
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
  // The watchdog alone may be killed; it is restarted then, so that the protection continues.
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
