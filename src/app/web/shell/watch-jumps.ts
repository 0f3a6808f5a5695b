const jumpMs = 5_000;
/** Browsers throttle the timers of a background page to once a minute. */
const gapMs = 150_000;

/**
 * Returns a function that tells whether this computer's clock has jumped since its last call: it was set, or the computer slept. The time
 * since the page started cannot be set, and in most browsers stands still during sleep.
 */
export function watchJumps(clocks = { wall: () => Date.now(), page: () => performance.now() }): () => boolean {
  let wall = clocks.wall();
  let page = clocks.page();
  return () => {
    const [byWall, byPage] = [clocks.wall() - wall, clocks.page() - page];
    wall += byWall;
    page += byPage;
    return Math.abs(byWall - byPage) > jumpMs || byPage > gapMs;
  };
}
