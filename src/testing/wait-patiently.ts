import { vi } from 'vitest';

/**
 * `vi.waitFor` and `vi.waitUntil` give up after a second by default, and no setting changes that: too short on a busy machine, where what
 * is waited for comes all the same. A test waits this long before it fails; `expect.poll` is set likewise in vitest.config.ts.
 */
const patienceMs = 20_000;

type Options = Parameters<typeof vi.waitFor>[1];

function withPatience(options: Options): Options {
  return typeof options === 'number' ? options : { timeout: patienceMs, ...options };
}

const { waitFor, waitUntil } = vi;
// Files share their worker's modules: the first has done it for those after it.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(work, options) {
    return waitFor(work, withPatience(options));
  };
  vi.waitUntil = (work, options) => waitUntil(work, withPatience(options));
}
