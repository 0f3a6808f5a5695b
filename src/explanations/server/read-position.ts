import { licences } from '#copytrade/server/licence-store.ts';
import { presentLicence } from '#copytrade/server/present-licence.ts';
import { readAward } from '#network/server/award-store.ts';
import { sum, toJsonNumber, zero } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import { readInvestment as readVaultInvestment } from '#primevault/server/investment-store.ts';
import { presentInvestment as presentVaultInvestment } from '#primevault/server/present-investment.ts';
import { investments as botInvestments } from '#primezord/server/investment-store.ts';
import { presentInvestment as presentBotInvestment } from '#primezord/server/present-investment.ts';
import { presentStake } from '#stakes/server/present-stake.ts';
import { readStake } from '#stakes/server/stake-store.ts';
import type { PositionTerms } from '../contract.ts';
import { isPosition, type PositionName } from '../figures.ts';

/** A position as its product's list shows it. */
export interface ReadPosition {
  name: PositionName;
  /** Its profit; of an award its value. USD. */
  value: number;
  terms: PositionTerms;
}

type Reader = (
  sql: Sql,
  id: string,
  investor: Pick<Investor, 'id' | 'now'>,
) => Promise<Omit<ReadPosition, 'name'> | null>;

/** Refuses what is not there, or not the caller's: the same answer. */
export async function requirePosition(
  sql: Sql,
  investor: Pick<Investor, 'id' | 'now'>,
  { figure, id }: { figure: string; id: string },
): Promise<ReadPosition> {
  const found = isPosition(figure) && isUuid(id) ? await readers[figure](sql, id, investor) : null;
  if (!found || !isPosition(figure)) throw refusePlatform('not_found');
  return { name: figure, ...found };
}

const readers: Record<PositionName, Reader> = {
  stake: async (sql, id, investor) => {
    const stake = await readStake(sql, id, investor.id);
    return stake && termed(presentStake(stake, investor.now));
  },
  copytrade: async (sql, id, investor) => {
    const licence = await licences.read(sql, id, investor.id);
    return licence && termed(presentLicence(licence, investor.now));
  },
  vault: async (sql, id, investor) => {
    const investment = await readVaultInvestment(sql, id, investor.id);
    return investment && termed(presentVaultInvestment(investment, investor.now));
  },
  primezord: async (sql, id, investor) => {
    const investment = await botInvestments.read(sql, id, investor.id);
    if (!investment) return null;
    const shown = presentBotInvestment(investment, investor.now);
    return termed({ ...shown, Start: shown.Date });
  },
  award: async (sql, id, investor) => {
    const award = await readAward(sql, id, investor.id);
    if (!award) return null;
    const at = award.at.toISOString();
    // Of one that is void everything is cut.
    const [value, cut] = award.voidAt ? [zero, sum([award.value, award.cut])] : [award.value, award.cut];
    const terms = { Amount: toJsonNumber(award.base), Rate: toJsonNumber(award.percentage), Start: at, End: at };
    return { value: toJsonNumber(value), terms: { ...terms, Cut: toJsonNumber(cut) } };
  },
};

function termed(shown: { Profit: number; Amount: number; Rate?: number; Start: string; End: string }) {
  const { Profit, Amount, Rate = null, Start, End } = shown;
  return { value: Profit, terms: { Amount, Rate, Start, End } };
}
