import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ana } from '#testing/web/ana.ts';
import { answerNetwork, type Network, noConnection, refusal } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';
import { show } from '#testing/web/show.tsx';
import { listLicences } from '#copytrade/contract.ts';
import { licenceOf } from '#copytrade/web/testing/licences.ts';
import { reportOperations } from '#operations/contract.ts';
import { operationOf } from '#operations/web/testing/operations.ts';
import { beginSession, keepUuid } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';
import { listStakes } from '#stakes/contract.ts';
import { stakeOf } from '#stakes/web/testing/stakes.ts';
import { listTransfers } from '#wallet/contract.ts';
import { readMoneyUnderWay } from '#wallet/under-way-contract.ts';
import { depositOf } from '#wallet/web/testing/transfers.ts';
import { readCatalog } from '#catalog/contract.ts';
import { catalogOfToday } from '#catalog/testing/catalogs.ts';
import { readEquity, readHomeReport } from '../contract.ts';
import { readOutcome } from '../outcome-contract.ts';
import { DashboardScreen } from '#app/web/dashboard-screen.tsx';
import { equityOf, pointOf, reportOf } from './testing/figures.ts';

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  window.history.replaceState(null, '', '/dashboard');
  await page.viewport(1440, 900);
});

/** Ana with two running stakes and three finished ones. */
function answerFigures(): Network {
  return answerNetwork()
    .answer(readUser, () => ana({ Balance: 1000.1 }))
    .answer(readHomeReport, () => reportOf())
    .answer(listStakes, () => [stakeOf()])
    .answer(listTransfers, () => [depositOf({ Status: 'complete' })])
    .answer(listLicences, () => [licenceOf({ Profit: -7.5 })])
    .answer(reportOperations, () => [operationOf()])
    .answer(readEquity, ({ address }) => equityOf(address.includes('start=') ? 365 : 90));
}

function answerNewcomer(balance: number): Network {
  return answerFigures()
    .answer(readUser, () => ana({ Balance: balance }))
    .answer(readHomeReport, () =>
      reportOf({ Amount: 0, Finished: 0, Running: 0, Profit: 0, TotalEarnings: 0, TotalEarned: 0 }),
    )
    .answer(listStakes, () => [])
    .answer(listTransfers, () => [])
    .answer(readCatalog, () => catalogOfToday())
    .answer(readEquity, () => equityOf(90).map(({ Date }) => pointOf({ Date })));
}

function card(name: string) {
  return page.getByRole('region', { name });
}

test('[D1] total, balance, amount invested, total earnings and total earned are shown together and add up', async () => {
  answerFigures();
  await show(<DashboardScreen />);
  const wealth = card('Seu patrimônio');
  await expect.element(wealth).toHaveTextContent('US$ 1.200,00');
  await expect.element(wealth).toHaveTextContent('Saldo disponívelUS$ 1.000,00');
  await expect.element(wealth).toHaveTextContent('Em stakesUS$ 200,00');
  await expect.element(wealth).not.toHaveTextContent('copytrade');
  const figures = card('Seus números');
  await expect.element(figures).toHaveTextContent('Rendimento total+US$ 61,12');
  await expect.element(figures).toHaveTextContent('Pago: US$ 30,00. Acumulado: US$ 31,12');
  await expect.element(figures).toHaveTextContent('Total recebido+US$ 30,00');
});

test('[D1] under the total one line says what was brought, taken out and had, and so won or lost, each explained', async () => {
  const figures = { Brought: 1250, TakenOut: 5, Have: 1200, Result: -45, Fees: 40, Subscription: 50, Taxes: 0 };
  answerFigures().answer(readOutcome, () => ({ ...figures, Shown: figures }));
  keepUuid(ana().Uuid);
  await show(<DashboardScreen />);
  const wealth = card('Seu patrimônio');
  await expect
    .element(wealth)
    .toHaveTextContent(
      /Você trouxe US\$\s1\.250,00.*, retirou US\$\s5,00.* e tem US\$\s1\.200,00.*: resultado de -US\$\s45,00/,
    );
  await expect
    .element(wealth)
    .toHaveTextContent(/Já descontados: taxas de US\$\s40,00.* e assinatura de US\$\s50,00.*\./);
  await expect.element(wealth).not.toHaveTextContent('imposto');
  await expect
    .element(wealth.getByRole('link', { name: /-US\$\s45,00/ }))
    .toHaveAttribute('href', `/explanation/${ana().Uuid}/result`);
});

test('[F4] money in transit is shown beside the total, explained, and not included in it', async () => {
  answerFigures().answer(readMoneyUnderWay, () => ({ Leaving: 150.01, Arriving: 40 }));
  keepUuid(ana().Uuid);
  await show(<DashboardScreen />);
  const wealth = card('Seu patrimônio');
  await expect.element(wealth).toHaveTextContent('A caminho da corretoraUS$ 150,01');
  await expect.element(wealth).toHaveTextContent('A caminho do seu saldoUS$ 40,00');
  await expect.element(wealth).toHaveTextContent('US$ 1.200,00');
  const why = wealth.getByRole('link', { name: /^US\$ 150,01/ });
  await expect.element(why).toHaveAttribute('href', `/explanation/${ana().Uuid}/held`);
});

test('[F4] nothing is shown about transit when nothing is in transit', async () => {
  const network = answerFigures().answer(readMoneyUnderWay, () => ({ Leaving: 0, Arriving: 0 }));
  await show(<DashboardScreen />);
  await vi.waitFor(() => expect(network.callsTo(readMoneyUnderWay)).toHaveLength(1));
  await expect.element(card('Seu patrimônio')).toHaveTextContent('US$ 1.200,00');
  await expect.element(card('Seu patrimônio')).not.toHaveTextContent('A caminho');
});

test('[D1] the user ID is shown and copied in full', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  answerFigures();
  await show(<DashboardScreen />);
  await expect.element(page.getByText(ana().Uuid)).toBeVisible();
  await page.getByRole('button', { name: 'Copiar ID' }).click();
  expect(write).toHaveBeenCalledWith(ana().Uuid);
  await expect.element(page.getByRole('button', { name: 'Copiado' })).toBeVisible();
});

test('[D2] the affiliate link is the register page with the code, and its button confirms the copy', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  answerFigures();
  await show(<DashboardScreen />);
  const link = 'https://lastro.example/auth/register?ref=ANA123';
  await expect.element(page.getByText(link)).toBeVisible();
  await page.getByRole('button', { name: 'Copiar link' }).click();
  expect(write).toHaveBeenCalledWith(link);
  await expect.element(page.getByRole('button', { name: 'Copiado' })).toBeVisible();
});

test('[D2] the affiliate link is shared by the device, and is a picture for another camera', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  answerFigures();
  await show(<DashboardScreen />);
  const link = 'https://lastro.example/auth/register?ref=ANA123';
  await page.getByRole('button', { name: 'Compartilhar' }).click();
  expect(share).toHaveBeenCalledWith({ url: link });
  // Closing the sheet is no failure; anything else is, and says what to do.
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await page.getByRole('button', { name: 'Compartilhar' }).click();
  expect(page.getByText('Não foi possível compartilhar. Copie o link.').elements()).toEqual([]);
  share.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await page.getByRole('button', { name: 'Compartilhar' }).click();
  await expect.element(page.getByText('Não foi possível compartilhar. Copie o link.')).toBeVisible();
  await page.getByText('Ver código QR').click();
  await expect.element(page.getByRole('img', { name: 'Código QR do seu link de indicação' })).toBeVisible();
});

test('[D2] where the device shares nothing, the link can still be copied', async () => {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(Navigator.prototype, 'share');
  answerFigures();
  await show(<DashboardScreen />);
  await expect.element(page.getByText('Ver código QR')).toBeVisible();
  expect(page.getByRole('button', { name: 'Compartilhar', exact: true }).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Copiar link' })).toBeVisible();
});

test('[D3] running and finished stakes are counted', async () => {
  answerFigures();
  await show(<DashboardScreen />);
  await expect.element(card('Seus números')).toHaveTextContent('Stakes em andamento2Valor aplicado: US$ 600,00');
  await expect.element(card('Seus números')).toHaveTextContent('Stakes finalizadas3');
});

test('[D4] the latest four stakes show date, amount, P/L and status', async () => {
  const network = answerFigures();
  await show(<DashboardScreen />);
  const row = card('Últimas stakes').getByRole('row').nth(1);
  for (const said of ['2 de mar. – 1 de mai. de 2026', 'US$ 300,00', '+US$ 25,00', 'Em andamento']) {
    await expect.element(row).toHaveTextContent(said);
  }
  expect(network.callsTo(listStakes)[0]?.address).toContain('limit=4');
});

test('[D4] the latest four copies show date, amount, P/L and status', async () => {
  const network = answerFigures();
  await show(<DashboardScreen />);
  const row = card('Últimas cópias').getByRole('row').nth(1);
  for (const said of ['2 de mar. – 1 de abr. de 2026', 'US$ 250,00', '-US$ 7,50', 'Ativo']) {
    await expect.element(row).toHaveTextContent(said);
  }
  expect(network.callsTo(listLicences)[0]?.address).toContain('limit=4');
});

test('[D4] the latest operations show date, pair and profit', async () => {
  answerFigures();
  await show(<DashboardScreen />);
  const row = card('Últimas operações').getByRole('row').nth(1);
  for (const said of ['02/03/2026', 'EUR/USD', '+US$ 4,37']) await expect.element(row).toHaveTextContent(said);
});

test('[D1] [D3] holdings in copytrade, the vault and the bot are shown and counted', async () => {
  answerFigures().answer(readHomeReport, () =>
    reportOf({
      Amountcopy: 350,
      Profitcopy: -12.5,
      Runningcopy: 2,
      Finishedcopy: 3,
      VaultInvestmentsCount: 4,
      BotInvestmentsCount: 5,
    }),
  );
  await show(<DashboardScreen />, { isStranger: true });
  const figures = card('Seus números');
  await expect.element(figures).toHaveTextContent('Total em copytradeUS$ 350,00-US$ 12,50 de resultado até agora');
  await expect.element(figures).toHaveTextContent('Cópias ativas23 expiradas');
  await expect.element(figures).toHaveTextContent('PrimeVault em andamento4');
  await expect.element(figures).toHaveTextContent('Investimentos do robô em andamento5');
});

test('[D1] [D5] every product that holds money is part of the total, the chart and its table', async () => {
  const rich = { Total: 1500, Copytrade: 100, Vault: 120, Primezord: 80 };
  answerFigures().answer(readEquity, () =>
    equityOf(90).map((day, at) => (at === 0 ? pointOf({ ...day, ...rich }) : day)),
  );
  await show(<DashboardScreen />);
  const wealth = card('Seu patrimônio');
  await expect.element(wealth).toHaveTextContent('US$ 1.500,00');
  for (const said of ['Em copytradeUS$ 100,00', 'No PrimeVaultUS$ 120,00', 'No PrimezordUS$ 80,00']) {
    await expect.element(wealth).toHaveTextContent(said);
  }
  const chart = card('Evolução do patrimônio');
  await page.getByText('Ver os números dia a dia').click();
  for (const said of ['Copytrade', 'PrimeVault', 'Primezord']) {
    await expect.element(chart.getByRole('columnheader', { name: said })).toBeVisible();
  }
});

test('[F4] the latest deposits show date, amount, what left the brokerage, and status', async () => {
  answerFigures();
  await show(<DashboardScreen />);
  const row = card('Últimos depósitos').getByRole('row').nth(1);
  for (const said of ['2 de mar. de 2026', 'US$ 100,00', 'R$ 543,21', 'Concluído']) {
    await expect.element(row).toHaveTextContent(said);
  }
});

test('[D5] the chart is also given as a sentence and a table', async () => {
  answerFigures();
  await show(<DashboardScreen />);
  const chart = card('Evolução do patrimônio');
  await expect.element(chart).toHaveTextContent('Em 90 dias, seu patrimônio foi de US$ 1.111,00 a US$ 1.200,00');
  await page.getByText('Ver os números dia a dia').click();
  const rows = chart.getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('2 de mar. de 2026');
  await expect.element(rows.nth(1)).toHaveTextContent('US$ 1.200,00');
  expect(rows.elements()).toHaveLength(91);
});

test('[D5] the chart can be read day by day with the arrow keys', async () => {
  answerFigures();
  await show(<DashboardScreen />);
  const slider = page.getByRole('slider', { name: 'Dia mostrado no gráfico' });
  await expect
    .element(slider)
    .toHaveAttribute(
      'aria-valuetext',
      '2 de mar. de 2026: total US$ 1.200,00, sendo Saldo US$ 1.000,00 e Stakes US$ 200,00'.replaceAll('$ ', '$\u00a0'),
    );
  (slider.element() as HTMLInputElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(card('Evolução do patrimônio')).toHaveTextContent('28 de fev. de 2026US$ 1.198,00');
});

test('[D5] the range is in the URL, and a year is requested by its first day', async () => {
  const network = answerFigures();
  await show(<DashboardScreen />);
  await page.getByRole('radio', { name: '30 dias' }).click();
  await expect.element(page.getByText('Em 30 dias', { exact: false })).toBeVisible();
  expect(window.location.search).toBe('?range=30');
  expect(network.callsTo(readEquity)).toHaveLength(1);
  await page.getByRole('radio', { name: '365 dias' }).click();
  await expect.element(page.getByText('Em 365 dias', { exact: false })).toBeVisible();
  expect(network.callsTo(readEquity).at(-1)?.address).toContain('start=2025-03-03');
});

test('[D1] leads a customer without funds to the deposit first', async () => {
  answerNewcomer(0);
  await show(<DashboardScreen />);
  await expect.element(page.getByRole('heading', { name: 'Comece em dois passos' })).toBeVisible();
  expect(page.getByRole('heading', { name: 'Evolução do patrimônio' }).elements()).toHaveLength(0);
  expect(page.getByRole('heading', { name: 'Últimas stakes' }).elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Trazer da Corretora' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=deposit&subject=100.00'));
});

test('[D1] leads a customer with funds to the first stake', async () => {
  answerNewcomer(250);
  await show(<DashboardScreen />);
  await expect.element(page.getByText('Feito: US$ 250,00 no seu saldo.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Trazer da Corretora' }).elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Nova Stake' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=new-stake'));
});

const failures = [
  ['500', () => refusal(500, 'fault', 'Algo deu errado.'), 'Não foi possível carregar agora.'],
  ['503', () => refusal(503, 'unavailable', 'Tente mais tarde.'), 'Não foi possível carregar agora.'],
  ['no connection', noConnection, 'Sem conexão'],
] as const;

test.each(failures)(
  '[D1] [H5] when the report fails (%s) the balance stays, and only the report’s card says so',
  async (_, fail, said) => {
    const network = answerFigures().answer(readHomeReport, fail);
    await show(<DashboardScreen />);
    const figures = card('Seus números');
    await expect.element(figures.getByRole('alert')).toHaveTextContent(said);
    await expect.element(card('Seu patrimônio')).toHaveTextContent('Saldo disponívelUS$ 1.000,00');
    await expect.element(card('Últimas stakes')).toHaveTextContent('US$ 300,00');
    expect(page.getByRole('alert').elements()).toHaveLength(1);
    network.answer(readHomeReport, () => reportOf());
    await figures.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(figures).toHaveTextContent('Rendimento total+US$ 61,12');
  },
);

test('[D1] [H5] without the report and the equity, the balance is the customer’s last known one', async () => {
  const network = answerFigures()
    .answer(readHomeReport, () => refusal(500, 'fault', 'Algo deu errado.'))
    .answer(readEquity, () => refusal(503, 'unavailable', 'Tente mais tarde.'));
  await show(<DashboardScreen />);
  const wealth = card('Seu patrimônio');
  await expect.element(wealth.getByRole('alert')).toHaveTextContent('Não foi possível carregar agora.');
  await expect.element(wealth).toHaveTextContent('Saldo disponívelUS$ 1.000,10');
  network.answer(readEquity, () => equityOf(90));
  await wealth.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(wealth).toHaveTextContent('US$ 1.200,00');
  await expect.element(wealth).not.toHaveTextContent('US$ 1.000,10');
});

test('[B1] [B3] navbar and sidebar keep the balance when the dashboard report fails', async () => {
  answerFigures().answer(readHomeReport, () => refusal(500, 'fault', 'Algo deu errado.'));
  beginSession('a-token');
  await open('/dashboard');
  await expect.element(card('Seus números').getByRole('alert')).toBeVisible();
  for (const place of [page.getByRole('banner'), page.getByRole('complementary')])
    await expect.element(place).toHaveTextContent('US$ 1.000,10');
});

test('[D1] when nothing can be loaded one alert says so, and one retry refetches everything', async () => {
  const network = answerFigures();
  for (const each of [readUser, readHomeReport, readEquity]) network.answer(each, noConnection);
  await show(<DashboardScreen />);
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await expect.poll(() => page.getByRole('alert').elements().length).toBe(1);
  answerFigures();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(card('Seu patrimônio')).toHaveTextContent('US$ 1.200,00');
});
