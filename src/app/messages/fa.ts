import app from './fa.json';
import auth from '#auth/messages/fa.json';
import copytrade from '#copytrade/messages/fa.json';
import dashboard from '#dashboard/messages/fa.json';
import history from '#history/messages/fa.json';
import ledger from '#ledger/messages/fa.json';
import operations from '#operations/messages/fa.json';
import network from '#network/messages/fa.json';
import payouts from '#payouts/messages/fa.json';
import platform from '#platform/messages/fa.json';
import primevault from '#primevault/messages/fa.json';
import primezord from '#primezord/messages/fa.json';
import profile from '#profile/messages/fa.json';
import stakes from '#stakes/messages/fa.json';
import wallet from '#wallet/messages/fa.json';

export const messages = {
  app,
  auth,
  copytrade,
  dashboard,
  history,
  ledger,
  operations,
  network,
  payouts,
  platform,
  primevault,
  primezord,
  profile,
  stakes,
  wallet,
};
