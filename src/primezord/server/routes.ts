import { listOperations, presentOperation } from '#payouts/server/list-operations.ts';
import type { GuardMove } from '#database/server/guard-move.ts';
import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { invest } from './invest.ts';
import { listInvestments } from './list-investments.ts';
import { moveWallet } from './move-wallet.ts';
import { readBotSettings } from './read-bot-settings.ts';
import { presentWallet, type ReadDollarRate, requireFunds } from './read-bot-wallet.ts';
import { requireBot } from './require-bot.ts';
import { subscribe } from './subscribe.ts';

export function servePrimezord(http: Http, readDollarRate: ReadDollarRate, guard: GuardMove): void {
  serve(http, contract.readBotSettings, (sql) => readBotSettings(sql));
  serve(http, contract.subscribe, (tx, request) => subscribe(tx, request, guard));
  serve(http, contract.depositToBot, (tx, request) => moveWallet(tx, request, 'deposited', readDollarRate));
  serve(http, contract.withdrawFromBot, (tx, request) => moveWallet(tx, request, 'withdrawn', readDollarRate));
  serve(http, contract.investWithBot, (tx, request) => invest(tx, request), { asksByItself: true });
  serve(http, contract.readBotWallet, async (sql, { investor }) =>
    presentWallet(...(await Promise.all([requireFunds(sql, investor.id), readDollarRate(sql)]))),
  );
  serve(http, contract.listInvestments, listInvestments);
  serve(http, contract.reportBotOperations, async (sql, request) => {
    const [page] = await Promise.all([
      listOperations(sql, request, ['primezord'], presentOperation),
      requireBot(sql, request.investor.id),
    ]);
    return page;
  });
}
