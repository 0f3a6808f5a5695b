import access from '#auth/messages/page/es.json';
import catalog from '#catalog/messages/es.json';
import copytrade from '#copytrade/messages/es.json';
import explanations from '#explanations/messages/es.json';
import help from '#help/messages/es.json';
import history from '#history/messages/es.json';
import money from '#money/messages/es.json';
import network from '#network/messages/es.json';
import notices from '#notices/messages/es.json';
import palette from '../palette/es.json';
import operations from '#operations/messages/es.json';
import payouts from '#payouts/messages/es.json';
import positions from '#positions/messages/es.json';
import primevault from '#primevault/messages/es.json';
import primezord from '#primezord/messages/es.json';
import maturities from '#maturities/messages/es.json';
import profile from '#profile/messages/es.json';
import secondfactor from '#secondfactor/messages/es.json';
import stakes from '#stakes/messages/es.json';
import wallet from '#wallet/messages/es.json';
import yearlyStatement from '#yearly-statement/messages/es.json';

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
