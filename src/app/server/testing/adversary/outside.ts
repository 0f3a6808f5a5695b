import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usd } from '#money/money.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { transaction } from '#database/server/transaction.ts';
import { advanceTransfer } from '#wallet/server/advance-transfer.ts';
import type { Brokerage, BrokerageOutcome } from '#wallet/server/brokerage-client.ts';
import { approveWithdrawal } from '#wallet/server/decide-withdrawal.ts';
import { claimTransfers } from '#wallet/server/transfer-queue.ts';
import type { World } from '#testing/server/world.ts';

type Request = Parameters<Brokerage['send']>[0];

/** Reais per dollar, in millionths: the price of bringing one, the proceeds of taking one out, and its worth. */
export const rate = { high: 5_500_000n, low: 5_400_000n, worth: 5_450_000n };

const silence = { info: () => {}, warn: () => {}, error: () => {} };

/** The outside world: a ring's money at a brokerage that does as requested while the money lasts. */
export class Outside {
  /** In micro-dollars; reais at their worth. */
  money = 0n;
  readonly #answers = new Map<string, BrokerageOutcome>();

  readonly #brokerage = {
    send: async (request: Request) => this.#answer(request),
    ask: async (request: Request) => this.#answers.get(request.reference) ?? { kind: 'never_sent' },
  } satisfies Pick<Brokerage, 'send' | 'ask'>;

  #answer({ reference, direction, currency, settle_amount: settled }: Request): BrokerageOutcome {
    const before = this.#answers.get(reference);
    if (before) return before;
    const value = currency === 'BRL' ? (usd(settled) * 1_000_000n) / rate.worth : usd(settled);
    const isShort = direction === 'to_platform' && value > this.money;
    const outcome: BrokerageOutcome = isShort ? { kind: 'refused', reason: 'insufficient_funds' } : { kind: 'done' };
    if (!isShort) this.money += direction === 'to_platform' ? -value : value;
    this.#answers.set(reference, outcome);
    return outcome;
  }

  isDone(reference: string): boolean {
    return this.#answers.get(reference)?.kind === 'done';
  }

  /** An unsuspecting operator approves every waiting withdrawal, and all transfers are carried out. */
  async carry(world: World): Promise<void> {
    const waiting = await world.db.query<{ id: string }>(
      `SELECT id FROM broker_transfers WHERE state = 'awaiting_approval'`,
    );
    for (const { id } of waiting) {
      await transaction(world.db, async (tx) => {
        const details = { withdrawal: id };
        if (await approveWithdrawal(tx, id)) {
          await recordAction(tx, { operator: 'adversary', action: 'withdrawals approve', details });
        }
      });
    }
    const context = { db: world.db, brokerage: this.#brokerage, log: silence, events: subscribers };
    for (const transfer of await claimTransfers(world.db, 50, 60_000)) {
      await advanceTransfer({ ...context, settlesAt: world.now }, transfer);
    }
  }
}

/** Serves the public rate, always the same and always current. */
export async function serveRate(): Promise<{ url: string; stop(): void }> {
  const decimal = (millionths: bigint): string => (Number(millionths) / 1_000_000).toFixed(4);
  const server: Server = createServer((_request, response) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const said = { code: 'USD', codein: 'BRL', high: decimal(rate.high), low: decimal(rate.low), timestamp };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ USDBRL: said }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/json/last/USD-BRL`, stop: () => server.close() };
}
