import app from './zh-CN.json';
import auth from '#auth/messages/zh-CN.json';
import copytrade from '#copytrade/messages/zh-CN.json';
import dashboard from '#dashboard/messages/zh-CN.json';
import history from '#history/messages/zh-CN.json';
import ledger from '#ledger/messages/zh-CN.json';
import operations from '#operations/messages/zh-CN.json';
import network from '#network/messages/zh-CN.json';
import payouts from '#payouts/messages/zh-CN.json';
import platform from '#platform/messages/zh-CN.json';
import primevault from '#primevault/messages/zh-CN.json';
import primezord from '#primezord/messages/zh-CN.json';
import profile from '#profile/messages/zh-CN.json';
import stakes from '#stakes/messages/zh-CN.json';
import wallet from '#wallet/messages/zh-CN.json';

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
