import { expect, test } from 'vitest';
import { repeat } from './repeat.ts';

test('[O1] stopping a job waits for its round up to the timeout, and the round is notified', async () => {
  let finish = (): void => {};
  let heard = false;
  const job = repeat(
    async (stopping) => {
      await new Promise<void>((go) => (finish = go));
      heard = stopping.aborted;
      return 0;
    },
    { restMs: 1, job: 'of-tests', onFault: () => {} },
  );
  await job.stop(20);
  expect(heard).toBe(false);
  finish();
  await job.stop();
  expect(heard).toBe(true);
});
