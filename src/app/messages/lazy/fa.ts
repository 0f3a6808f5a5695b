import access from '#auth/messages/page/fa.json';
import catalog from '#catalog/messages/fa.json';
import copytrade from '#copytrade/messages/fa.json';
import explanations from '#explanations/messages/fa.json';
import help from '#help/messages/fa.json';
import history from '#history/messages/fa.json';
import money from '#money/messages/fa.json';
import network from '#network/messages/fa.json';
import notices from '#notices/messages/fa.json';
import palette from '../palette/fa.json';
import operations from '#operations/messages/fa.json';
import payouts from '#payouts/messages/fa.json';
import positions from '#positions/messages/fa.json';
import primevault from '#primevault/messages/fa.json';
import primezord from '#primezord/messages/fa.json';
import maturities from '#maturities/messages/fa.json';
import profile from '#profile/messages/fa.json';
import secondfactor from '#secondfactor/messages/fa.json';
import stakes from '#stakes/messages/fa.json';
import wallet from '#wallet/messages/fa.json';
import yearlyStatement from '#yearly-statement/messages/fa.json';

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
