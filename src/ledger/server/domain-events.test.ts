import { expect, test } from 'vitest';
import type { Tx } from '#database/server/database.ts';
import { type DomainEvents, noSubscribers, publishToAll } from './domain-events.ts';

const events = [
  'onCanceled',
  'onCapitalMoved',
  'onProfitPaid',
  'onAwardsPaid',
  'onTransfer',
  'onCorrected',
  'onSecurityChange',
  'onRegistrationsOpened',
] as const satisfies (keyof DomainEvents)[];
const tx = {} as Tx;

test('[L5] every event reaches each of its handlers in turn, with the transaction that it happened in', async () => {
  const told: string[] = [];
  const listen = (name: string, handled: readonly (keyof DomainEvents)[]): Partial<DomainEvents> =>
    Object.fromEntries(
      handled.map((event) => [
        event,
        async (inTx: Tx, what: unknown): Promise<void> => {
          told.push(`${name} begins ${event}`);
          await new Promise((resolve) => setTimeout(resolve, 1));
          expect([inTx, what]).toEqual([tx, event]);
          told.push(`${name} ends ${event}`);
        },
      ]),
    );
  const all = publishToAll(listen('first', events), {}, listen('second', events), listen('third', ['onCanceled']));
  for (const event of events) {
    told.length = 0;
    await (all[event] as (tx: Tx, event: unknown) => Promise<void>)(tx, event);
    const names = event === 'onCanceled' ? ['first', 'second', 'third'] : ['first', 'second'];
    expect(told).toEqual(names.flatMap((name) => [`${name} begins ${event}`, `${name} ends ${event}`]));
  }
  expect(new Set(Object.keys(all))).toEqual(new Set(events));
});

test('[L5] a failing handler aborts the event', async () => {
  const all = publishToAll({ onTransfer: () => Promise.reject(new Error('cannot')) }, {});
  await expect(all.onTransfer(tx, {} as never)).rejects.toThrow('cannot');
});

test('[L5] a product on its own notifies nobody', async () => {
  expect(new Set(Object.keys(noSubscribers))).toEqual(new Set(events));
  for (const event of events) await (noSubscribers[event] as (tx: Tx, event: unknown) => Promise<void>)(tx, event);
});
