import { listLicences } from '#copytrade/contract.ts';
import { HistoryPage, type PositionLists } from '#history/web/history-page.tsx';
import { callApiPage } from '#platform/web/api.ts';
import { listInvestments as listVaultInvestments } from '#primevault/contract.ts';
import { listInvestments as listBotInvestments } from '#primezord/contract.ts';
import { listStakes } from '#stakes/contract.ts';

const positions: PositionLists = {
  stake: (query, options) => callApiPage(listStakes, { query }, options),
  copytrade: (query, options) => callApiPage(listLicences, { query }, options),
  primevault: (query, options) => callApiPage(listVaultInvestments, { query }, options),
  primezord: (query, options) => callApiPage(listBotInvestments, { query }, options),
};

/** The histories, with the products whose positions have one. */
export function HistoryScreen() {
  return <HistoryPage positions={positions} />;
}
