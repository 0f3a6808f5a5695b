import { type TradedPosition, tradedPositions } from '#payouts/server/traded-positions.ts';
import type { InvestmentStatus } from '../contract.ts';

export type InvestmentRecord = TradedPosition<InvestmentStatus>;

export const investments = tradedPositions<InvestmentStatus>({
  table: 'bot_investments',
  product: 'primezord',
  running: 'in_progress',
  ended: 'finished',
});
