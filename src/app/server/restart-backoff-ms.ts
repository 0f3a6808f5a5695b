/** No delay without failures, then 100 ms and ever longer, so that a program that cannot run does not hog the machine. */
export function restartBackoffMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(100 * 2 ** (failures - 1), 5_000);
}
