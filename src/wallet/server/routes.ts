import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import type { Language } from '#platform/languages.ts';
import type { Sql } from '#database/server/database.ts';
import { nobodyGuards } from '#database/server/guard-move.ts';
import type { Http } from '#http/server/http.ts';
import { toJsonNumber } from '#money/money.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { readMoneyUnderWay as readMoneyUnderWayContract } from '../under-way-contract.ts';
import { type Balances, brokerageBalances } from './brokerage-balances.ts';
import { listTransfers } from './list-transfers.ts';
import { announceWork } from './listen-for-work.ts';
import { openDeposit } from './open-deposit.ts';
import { openWithdrawal, type WalletGuards } from './open-withdrawal.ts';
import { readMoneyUnderWay } from './read-money-under-way.ts';
import { readRates } from './read-rates.ts';
import { readWithdrawalTerms } from './read-withdrawal-terms.ts';
import { everyDeviceIsKnown } from './recent-changes.ts';
import { readPresentRate } from './read-present-rate.ts';
import { type TranslateNote, presentRate, presentTransfer } from './present-transfer.ts';
import { minDepositUsd, readLimit } from './wallet-settings.ts';
import { watchRates } from './watch-rates.ts';

/**
 * Serves the wallet, and asks for the rate unless a worker does; returns a reader of the rate for others: what a dollar is worth in BRL when it leaves, 0 when there is no rate.
 */
export function serveWallet(
  http: Http,
  events: DomainEvents = noSubscribers,
  guards: WalletGuards = {
    guard: nobodyGuards,
    readDeviceKnownSince: everyDeviceIsKnown,
    holdSession: everyDeviceIsKnown,
  },
  { asksForRates = true }: { asksForRates?: boolean | undefined } = {},
): { readDollarRate: (sql: Sql) => Promise<number> } {
  const { mode } = http.config;
  if (asksForRates) {
    const rates = watchRates({ db: http.db, config: http.config, log: http.app.log });
    http.app.addHook('onClose', async () => rates.stop());
  }
  const translateIn =
    (language: Language): TranslateNote =>
    (note, values) =>
      http.translate(language, 'wallet', `notes.${note}`, values);

  serve(http, contract.openDeposit, async (tx, request) =>
    presentTransfer(await openDeposit(tx, mode, request), translateIn(request.language)),
  );
  serve(http, contract.openWithdrawal, async (tx, request) =>
    presentTransfer(await openWithdrawal(tx, mode, request, guards, events), translateIn(request.language)),
  );
  serve(http, contract.readWithdrawalTerms, (sql, request) =>
    readWithdrawalTerms(sql, mode, request, guards.readDeviceKnownSince),
  );
  serve(http, contract.readDepositTerms, async (sql) => ({
    Minimum: toJsonNumber(await readLimit(sql, minDepositUsd, mode)),
  }));
  const readBalances = brokerageBalances({ url: http.config.brokerageUrl, token: http.config.brokerageToken });
  // Requested before the call takes its turn among readings, so that a slow brokerage delays none of our own figures.
  serve(http, contract.readBrokerageBalance, async (_sql, _request, Balances: Balances | null) => ({ Balances }), {
    before: (_db, { investor }) => readBalances(investor.id),
  });
  serve(http, readMoneyUnderWayContract, (sql, { investor }) => readMoneyUnderWay(sql, investor.id));
  serve(http, contract.listTransfers, (sql, request) => listTransfers(sql, request, translateIn(request.language)));
  serve(http, contract.reportWithdrawals, (sql, { investor, query, language }) =>
    listTransfers(sql, { investor, query: { ...query, direction: 'withdrawal' } }, translateIn(language)),
  );
  serve(http, contract.readRates, (sql, { token }) => readRates(sql, mode, { primary: http.db, token }));

  // The answer has been sent, so the intent is committed: only now is there work to find.
  const announce = announceWork(http.db);
  http.app.addHook('onResponse', async (request, reply) => {
    const { shape } = request.routeOptions.config;
    const isIntent = shape === contract.openDeposit || shape === contract.openWithdrawal;
    if (isIntent && reply.statusCode === 201) announce();
  });
  return {
    readDollarRate: async (sql) => {
      const { rate } = await readPresentRate(sql, mode);
      return rate ? presentRate(rate.low) : 0;
    },
  };
}
