/** What a power cut does to a process. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already: a database's processes end with their postmaster.
  }
}
