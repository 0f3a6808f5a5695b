import access from '#auth/messages/page/pt-BR.json';
import catalog from '#catalog/messages/pt-BR.json';
import copytrade from '#copytrade/messages/pt-BR.json';
import explanations from '#explanations/messages/pt-BR.json';
import help from '#help/messages/pt-BR.json';
import history from '#history/messages/pt-BR.json';
import money from '#money/messages/pt-BR.json';
import network from '#network/messages/pt-BR.json';
import notices from '#notices/messages/pt-BR.json';
import palette from '../palette/pt-BR.json';
import operations from '#operations/messages/pt-BR.json';
import payouts from '#payouts/messages/pt-BR.json';
import positions from '#positions/messages/pt-BR.json';
import primevault from '#primevault/messages/pt-BR.json';
import primezord from '#primezord/messages/pt-BR.json';
import maturities from '#maturities/messages/pt-BR.json';
import profile from '#profile/messages/pt-BR.json';
import secondfactor from '#secondfactor/messages/pt-BR.json';
import stakes from '#stakes/messages/pt-BR.json';
import wallet from '#wallet/messages/pt-BR.json';
import yearlyStatement from '#yearly-statement/messages/pt-BR.json';

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
