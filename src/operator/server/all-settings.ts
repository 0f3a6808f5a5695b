import { authSettings } from '#auth/server/auth-settings.ts';
import { vaultSettings } from '#primevault/server/vault-settings.ts';
import { copytradeSettings } from '#copytrade/server/copytrade-settings.ts';
import { primezordSettings } from '#primezord/server/bot-settings.ts';
import { networkSettings } from '#network/server/network-settings.ts';
import { caseSettings } from '#cases/server/case-settings.ts';
import { answerDays, keepDays } from '#privacy/server/privacy-settings.ts';
import { feedSettings } from '#payouts/server/feed-settings.ts';
import { payoutSettings } from '#payouts/server/payout-bounds.ts';
import { taxSettings } from '#positions/server/tax-settings.ts';
import { addressWaitHours } from './customer-corrections.ts';
import { houseZone } from '#settings/server/house-zone.ts';
import type { Setting } from '#settings/server/settings.ts';
import { stakeSettings } from '#stakes/server/stake-settings.ts';
import { staffSettings } from '#staff/server/staff-settings.ts';
import { walletSettings } from '#wallet/server/wallet-settings.ts';

/** Every setting of the operator, grouped by the folder it controls. */
export const allSettings: readonly Setting[] = [
  ...authSettings,
  ...walletSettings,
  ...stakeSettings,
  ...vaultSettings,
  ...copytradeSettings,
  ...primezordSettings,
  ...payoutSettings,
  ...feedSettings,
  ...taxSettings,
  ...networkSettings,
  ...staffSettings,
  houseZone,
  addressWaitHours,
  keepDays,
  answerDays,
  ...caseSettings,
];
