import { type Happenings, nobodyListens } from '#ledger/server/happenings.ts';
import type { Language } from '#platform/languages.ts';
import type { Http } from '#platform/server/http.ts';
import { realClock } from '#platform/clock.ts';
import { toJsonNumber } from '#money/money.ts';
import { serve } from '#platform/server/serve.ts';
import * as contract from '../contract.ts';
import { readMoneyUnderWay as readMoneyUnderWayContract } from '../under-way-contract.ts';
import { agreeOnRate } from './agree-on-rate.ts';
import type { UsdBrl } from './fetch-usd-brl.ts';
import { listTransfers } from './list-transfers.ts';
import { announceWork } from './listen-for-work.ts';
import { openDeposit } from './open-deposit.ts';
import { type GuardWithdrawal, nobodyGuards, openWithdrawal } from './open-withdrawal.ts';
import { openRateBoard } from './rate-board.ts';
import { readMoneyUnderWay } from './read-money-under-way.ts';
import { readRates } from './read-rates.ts';
import { noteShownRate } from './shown-rates.ts';
import { type SayNote, showRate, showTransfer } from './show-transfer.ts';
import { readWithdrawalLimit } from './wallet-settings.ts';

/** Answers the rate for those who show it too: what a dollar is worth in BRL when it leaves, 0 when there is no rate. */
export function serveWallet(
  http: Http,
  happenings: Happenings = nobodyListens,
  guard: GuardWithdrawal = nobodyGuards,
): { readDollarRate: () => number } {
  const note = (rate: UsdBrl) => noteShownRate(http.db, rate);
  const rates = openRateBoard({ url: http.config.ratesUrl, clock: realClock, log: http.app.log, note });
  http.app.addHook('onClose', async () => rates.stop());
  const sayIn =
    (language: Language): SayNote =>
    (note, values) =>
      http.translate(language, 'wallet', `notes.${note}`, values);

  serve(http, contract.openDeposit, async (tx, asked) =>
    showTransfer(
      await openDeposit(tx, asked, await agreeOnRate(tx, asked, rates.read(), 'high')),
      sayIn(asked.language),
    ),
  );
  serve(http, contract.openWithdrawal, async (tx, asked) => {
    const low = await agreeOnRate(tx, asked, rates.read(), 'low');
    const terms = { low, limit: await readWithdrawalLimit(tx, http.config.mode), guard };
    return showTransfer(await openWithdrawal(tx, asked, terms, happenings), sayIn(asked.language));
  });
  serve(http, contract.readWithdrawalTerms, async (sql) => ({
    Limit: toJsonNumber(await readWithdrawalLimit(sql, http.config.mode)),
  }));
  serve(http, readMoneyUnderWayContract, (sql, { investor }) => readMoneyUnderWay(sql, investor.id));
  serve(http, contract.listTransfers, (sql, asked) => listTransfers(sql, asked, sayIn(asked.language)));
  serve(http, contract.reportWithdrawals, (sql, { investor, query, language }) =>
    listTransfers(sql, { investor, query: { ...query, direction: 'withdrawal' } }, sayIn(language)),
  );
  serve(http, contract.readRates, () => readRates(rates));

  // The answer has left, so the intent is committed: only now is there something to be found.
  const announce = announceWork(http.db);
  http.app.addHook('onResponse', async (request, reply) => {
    const { shape } = request.routeOptions.config;
    const isIntent = shape === contract.openDeposit || shape === contract.openWithdrawal;
    if (isIntent && reply.statusCode === 201) announce();
  });
  return {
    readDollarRate: () => {
      const rate = rates.read();
      return rate ? showRate(rate.low) : 0;
    },
  };
}
