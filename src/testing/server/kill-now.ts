/** Kills a process as abruptly as a power cut. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone: a database's processes end with their postmaster.
  }
}
