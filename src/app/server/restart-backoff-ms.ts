/** At once after a first end, then ever later, so that a program which cannot run does not eat the machine. */
export function restartBackoffMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(100 * 2 ** (failures - 1), 5_000);
}
