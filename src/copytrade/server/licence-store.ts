import { type TradedPosition, tradedPositions } from '#payouts/server/traded-positions.ts';
import type { LicenceStatus } from '../contract.ts';

export type LicenceRecord = TradedPosition<LicenceStatus>;

export const licences = tradedPositions<LicenceStatus>({
  table: 'copytrade_licences',
  product: 'copytrade',
  running: 'active',
  ended: 'expired',
});
