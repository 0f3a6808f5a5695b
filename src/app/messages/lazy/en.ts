import access from '#auth/messages/page/en.json';
import catalog from '#catalog/messages/en.json';
import copytrade from '#copytrade/messages/en.json';
import explanations from '#explanations/messages/en.json';
import help from '#help/messages/en.json';
import history from '#history/messages/en.json';
import money from '#money/messages/en.json';
import network from '#network/messages/en.json';
import notices from '#notices/messages/en.json';
import palette from '../palette/en.json';
import operations from '#operations/messages/en.json';
import payouts from '#payouts/messages/en.json';
import positions from '#positions/messages/en.json';
import primevault from '#primevault/messages/en.json';
import primezord from '#primezord/messages/en.json';
import maturities from '#maturities/messages/en.json';
import profile from '#profile/messages/en.json';
import secondfactor from '#secondfactor/messages/en.json';
import stakes from '#stakes/messages/en.json';
import wallet from '#wallet/messages/en.json';
import yearlyStatement from '#yearly-statement/messages/en.json';

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
