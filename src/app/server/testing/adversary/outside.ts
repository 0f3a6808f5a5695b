import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usd } from '#money/money.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { transaction } from '#platform/server/transaction.ts';
import { advanceTransfer } from '#wallet/server/advance-transfer.ts';
import type { Brokerage, BrokerageOutcome } from '#wallet/server/brokerage-client.ts';
import { approveWithdrawal } from '#wallet/server/decide-withdrawal.ts';
import { claimTransfers } from '#wallet/server/transfer-queue.ts';
import type { World } from '#testing/server/world.ts';

type Request = Parameters<Brokerage['send']>[0];

/** Reais for a dollar: what it takes to bring one, what taking one out brings, and what it is worth. In millionths. */
export const rate = { high: 5_500_000n, low: 5_400_000n, worth: 5_450_000n };

const silence = { info: () => {}, warn: () => {}, error: () => {} };

/** The world outside: what a ring has there, at a brokerage that does what it is asked while the money lasts. */
export class Outside {
  /** Micro-dollars, reais at what they are worth. */
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

  /** Whatever waits is approved by an operator who sees no harm in anybody, and carried to its end. */
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

/** The public rate, always the same and always of this moment. */
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
