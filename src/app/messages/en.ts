import app from './en.json';
import auth from '#auth/messages/en.json';
import copytrade from '#copytrade/messages/en.json';
import dashboard from '#dashboard/messages/en.json';
import history from '#history/messages/en.json';
import ledger from '#ledger/messages/en.json';
import operations from '#operations/messages/en.json';
import network from '#network/messages/en.json';
import payouts from '#payouts/messages/en.json';
import platform from '#platform/messages/en.json';
import primevault from '#primevault/messages/en.json';
import primezord from '#primezord/messages/en.json';
import profile from '#profile/messages/en.json';
import stakes from '#stakes/messages/en.json';
import wallet from '#wallet/messages/en.json';

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
