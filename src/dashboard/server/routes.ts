import { stakePlans, cancelFee } from '#stakes/plans.ts';
import { readCopyOffer } from '#copytrade/server/read-copy-offer.ts';
import { readBotSettings } from '#primezord/server/read-bot-settings.ts';
import { toJsonNumber } from '#money/money.ts';
import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import { usdtFeePercent } from '#wallet/quote.ts';
import { readCatalog } from '../catalog.ts';
import * as contract from '../contract.ts';
import { presentVaultPlan } from './present-vault-plan.ts';
import { readEquity } from './read-equity.ts';
import { readHomeReport } from './read-home-report.ts';

export function serveDashboard(http: Http): void {
  serve(http, contract.readHomeReport, readHomeReport);
  serve(http, contract.readEquity, readEquity);
  serve(http, readCatalog, async (db) => {
    const [Vault, Copytrade, Primezord] = await Promise.all([
      presentVaultPlan(db, http.config.mode),
      readCopyOffer(db),
      readBotSettings(db),
    ]);
    return {
      Stake: {
        Periods: stakePlans.map((plan) => ({
          Days: plan.days,
          Rate: toJsonNumber(plan.rate),
          Amounts: [...plan.amounts],
          Offered: plan.offered,
        })),
        CancelFee: toJsonNumber(cancelFee),
      },
      Vault,
      Copytrade,
      Primezord,
      Currencies: ['brl', 'usdt'] as const satisfies string[],
      Fees: {
        StakeCancel: toJsonNumber(cancelFee),
        Deposit: 0,
        WithdrawBrl: 0,
        WithdrawUsdt: toJsonNumber(usdtFeePercent),
      },
      Links: {
        Broker: http.config.brokerSiteUrl,
        Support: http.config.supportUrl,
        Affiliate: `${http.config.publicUrl}/auth/register?ref=`,
      },
    };
  });
}
