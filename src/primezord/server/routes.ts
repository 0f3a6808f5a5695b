import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { listOperations, presentOperation } from '#payouts/server/list-operations.ts';
import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import * as contract from '../contract.ts';
import { invest } from './invest.ts';
import { listInvestments } from './list-investments.ts';
import { moveWallet } from './move-wallet.ts';
import { readBotSettings } from './read-bot-settings.ts';
import { type ReadDollarRate, readBotWallet } from './read-bot-wallet.ts';
import { requireWithdrawal } from './require-amount.ts';
import { requireBot } from './require-bot.ts';
import { subscribe } from './subscribe.ts';

export function servePrimezord(http: Http, readDollarRate: ReadDollarRate, events: DomainEvents = noSubscribers): void {
  serve(http, contract.readBotSettings, (sql) => readBotSettings(sql));
  serve(http, contract.subscribe, subscribe);
  serve(http, contract.depositToBot, async (tx, request) => {
    await moveWallet(tx, request, 'deposited');
    return readBotWallet(tx, request.investor.id, await readDollarRate(tx));
  });
  serve(http, contract.withdrawFromBot, async (tx, request) => {
    await moveWallet(tx, request, 'withdrawn', requireWithdrawal);
    return readBotWallet(tx, request.investor.id, await readDollarRate(tx));
  });
  serve(http, contract.investWithBot, (tx, request) => invest(tx, request, events));
  serve(http, contract.readBotWallet, async (sql, { investor }) => {
    await requireBot(sql, investor.id);
    return readBotWallet(sql, investor.id, await readDollarRate(sql));
  });
  serve(http, contract.listInvestments, listInvestments);
  serve(http, contract.reportBotOperations, async (sql, request) => {
    await requireBot(sql, request.investor.id);
    return listOperations(sql, request, ['primezord'], presentOperation);
  });
}
