const jumpMs = 5_000;
/** Browsers let the timers of a page that nobody looks at run once a minute. */
const gapMs = 150_000;

/**
 * Answers, each time it is called, whether the clock of this computer has jumped since the last time: it was set, or the computer slept.
 * The time since the page began is not set by anybody, and in most browsers stands still meanwhile.
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
