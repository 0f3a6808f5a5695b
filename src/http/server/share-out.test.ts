import { expect, test } from 'vitest';
import { type Share, shareOut } from './share-out.ts';

/** Work that lasts until it is told to end, with a record of the order in which it began. */
function workshop(share: Omit<Share, 'atOnceMeanwhile'>, meanwhile = { is: false }) {
  const { take, look } = shareOut({ ...share, atOnceMeanwhile: 1 }, () => meanwhile.is);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (party: string, name: string): Promise<unknown> =>
    take(party, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settle();
  };
  return { ask, begun, end, look, settle };
}

test('[L9] limits tasks in total and per party, and takes parties in turn, who has least waiting first', async () => {
  const { ask, begun, end, settle } = workshop({ atOnce: 3, ofOne: 2, waitingOfOne: 9, waiting: 99 });
  const asked = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => ask(name[0] as string, name));
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun.at(-1)).toBe('c1');
  await end('a1');
  await end('a2');
  expect(begun.slice(4)).toEqual(['b2', 'a3']);
  for (const name of ['b2', 'a3', 'c1', 'a4']) await end(name);
  await Promise.all(asked);
  expect(begun).toHaveLength(7);
});

test('[L10] a newcomer waits for one task to end, however many others have asked for a hundred', async () => {
  const { ask, begun, end, settle } = workshop({ atOnce: 1, ofOne: 1, waitingOfOne: 99, waiting: 9_999 });
  const flood = Array.from({ length: 18 * 60 }, (_, n) => ask(`f${n % 18}`, `f${n}`));
  await settle();
  for (let n = 0; n < 5; n += 1) await end(begun.at(-1) as string);
  const honest = ask('h', 'h1');
  await end(begun.at(-1) as string);
  expect(begun.at(-1)).toBe('h1');
  while (begun.length < flood.length + 1) await end(begun.at(-1) as string);
  await end(begun.at(-1) as string);
  await Promise.all([...flood, honest]);
});

test('[L9] limits the queue of each party', async () => {
  const { ask, end } = workshop({ atOnce: 1, ofOne: 1, waitingOfOne: 2, waiting: 9 });
  const asked = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3')];
  await expect(ask('a', 'a4')).rejects.toMatchObject({ code: 'too_many_attempts', retryAfterSeconds: 2 });
  for (const name of ['a1', 'a2', 'a3']) await end(name);
  await Promise.all(asked);
});

test('[L10] in a full queue a newcomer takes the last place of whoever has most waiting', async () => {
  const { ask, begun, end, settle } = workshop({ atOnce: 1, ofOne: 1, waitingOfOne: 9, waiting: 5 });
  const first = ask('a', 'a1');
  await settle();
  const [a2, a3, a4, b1, b2] = ['a2', 'a3', 'a4', 'b1', 'b2'].map((name) => ask(name[0] as string, name));
  const lost = expect(a4).rejects.toMatchObject({ code: 'too_many_attempts', retryAfterSeconds: 2 });
  const c1 = ask('c', 'c1');
  await lost;
  await expect(ask('a', 'a5')).rejects.toMatchObject({ code: 'too_many_attempts' });
  const lostToo = expect(a3).rejects.toMatchObject({ code: 'too_many_attempts' });
  const d1 = ask('d', 'd1');
  await lostToo;
  const lostLast = expect(b2).rejects.toMatchObject({ code: 'too_many_attempts' });
  const e1 = ask('e', 'e1');
  await lostLast;
  await expect(ask('f', 'f1')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  for (let n = 0; n < 6; n += 1) await end(begun.at(-1) as string);
  await Promise.all([first, a2, b1, c1, d1, e1]);
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'b1', 'c1', 'd1', 'e1']);
});

test('[L10] eighteen parties with sixty tasks each keep nobody else out of a queue for a thousand', async () => {
  const { take } = shareOut({ atOnce: 2, ofOne: 2, waitingOfOne: 64, waiting: 1_024 });
  const work = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const floods = Array.from({ length: 18 * 60 }, (_, n) => take(`flood ${n % 18}`, work).catch(() => {}));
  let ended = 0;
  const flood = Promise.all(floods.map((each) => each.then(() => void (ended += 1))));
  await Promise.all(Array.from({ length: 46 }, (_, n) => take(`honest ${n}`, work)));
  // Those who lost their places, and hardly anybody else.
  expect(ended).toBeLessThan(2 * 46 + 100);
  await flood;
});

test('[L9] a failed task releases its slot', async () => {
  const { take } = shareOut({ atOnce: 1, ofOne: 1, waitingOfOne: 0, waiting: 0 });
  await expect(take('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await take('a', async () => 'well')).toBe('well');
});

test('[L9] little is started while other work is under way, and everything waiting afterwards', async () => {
  const money = { is: true };
  const { ask, begun, end, look } = workshop({ atOnce: 3, ofOne: 2, waitingOfOne: 9, waiting: 9 }, money);
  const asked = ['a1', 'b1', 'c1', 'd1'].map((name) => ask(name[0] as string, name));
  await end('none');
  expect(begun).toEqual(['a1']);
  money.is = false;
  look();
  await end('none');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  money.is = true;
  await end('a1');
  await end('b1');
  expect(begun).toHaveLength(3);
  await end('c1');
  expect(begun).toHaveLength(4);
  await end('d1');
  await Promise.all(asked);
});

test('[L10] whoever goes away gives up their place in the line: nothing is begun for them, and nobody waits behind them', async () => {
  const { enter } = shareOut({ atOnce: 1, ofOne: 1, waitingOfOne: 2, waiting: 2 });
  const leave = await enter('a');
  const goAway: (() => void)[] = [];
  const gone = [1, 2].map(() => enter('a', (giveUp) => void goAway.push(giveUp)));
  const refusals = gone.map((each) => expect(each).rejects.toThrow());
  for (const go of goAway) go();
  await Promise.all(refusals);
  // The line is empty again, so that two more find room in it, and the first of them is next.
  const next = enter('a', (giveUp) => void goAway.push(giveUp));
  const last = enter('a');
  leave();
  const leaveNext = await next;
  // Too late to give up: it is under way.
  goAway.at(-1)?.();
  leaveNext();
  (await last)();
});
