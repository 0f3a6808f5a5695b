import access from '#auth/messages/page/zh-CN.json';
import catalog from '#catalog/messages/zh-CN.json';
import copytrade from '#copytrade/messages/zh-CN.json';
import explanations from '#explanations/messages/zh-CN.json';
import help from '#help/messages/zh-CN.json';
import history from '#history/messages/zh-CN.json';
import money from '#money/messages/zh-CN.json';
import network from '#network/messages/zh-CN.json';
import notices from '#notices/messages/zh-CN.json';
import palette from '../palette/zh-CN.json';
import operations from '#operations/messages/zh-CN.json';
import payouts from '#payouts/messages/zh-CN.json';
import positions from '#positions/messages/zh-CN.json';
import primevault from '#primevault/messages/zh-CN.json';
import primezord from '#primezord/messages/zh-CN.json';
import maturities from '#maturities/messages/zh-CN.json';
import profile from '#profile/messages/zh-CN.json';
import secondfactor from '#secondfactor/messages/zh-CN.json';
import stakes from '#stakes/messages/zh-CN.json';
import wallet from '#wallet/messages/zh-CN.json';
import yearlyStatement from '#yearly-statement/messages/zh-CN.json';

export const messages = {
  access,
  catalog,
  copytrade,
  explanations,
  help,
  history,
  money,
  network,
  notices,
  palette,
  operations,
  payouts,
  positions,
  primevault,
  primezord,
  maturities,
  profile,
  secondfactor,
  stakes,
  wallet,
  yearlyStatement,
};
