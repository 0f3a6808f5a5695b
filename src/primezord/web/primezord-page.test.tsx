import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { listInvestments, readBotSettings, readBotWallet, reportBotOperations } from '../contract.ts';
import { PrimezordPage } from './primezord-page.tsx';
import { botSettings, investmentOf, operationOf, walletOf } from './testing/bot.ts';

const running = investmentOf();
const finished = investmentOf({
  Id: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
  Amount: 250,
  Profit: -12.5,
  Progress: 100,
  Status: 'finished',
});

beforeEach(async () => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/primezord');
  await page.viewport(1440, 900);
});

function answerBot(): Network {
  return answerNetwork()
    .answer(readBotSettings, () => botSettings)
    .answer(readBotWallet, () => walletOf())
    .answer(listInvestments, () => [running, finished])
    .answer(reportBotOperations, () => [operationOf()]);
}

const owner = { Hasbot: true, Balance: 1000 };
const wallet = page.getByRole('region', { name: 'Carteira do robô' });
const investments = page.getByRole('region', { name: 'Seus investimentos' });
const operations = page.getByRole('region', { name: 'Últimas operações do robô' });

test('[Z2] shows balance (Zord), available for withdrawal, blocked balance and dollar rate', async () => {
  answerBot();
  await show(<PrimezordPage owner={owner} />);
  for (const said of [
    'Saldo (Zord)US$ 350,00',
    'Disponível para saqueUS$ 250,00',
    'Saldo bloqueadoUS$ 100,00',
    'Cotação do dólarR$ 5,4321',
  ]) {
    await expect.element(wallet).toHaveTextContent(said);
  }
});

test('[Z2] says plainly that there is no dollar rate, and shows no number', async () => {
  answerBot().answer(readBotWallet, () => walletOf({ DollarRate: 0 }));
  await show(<PrimezordPage owner={owner} />);
  await expect.element(wallet).toHaveTextContent('Cotação do dólarSem cotaçãoNão há cotação do dólar agora.');
  expect(wallet.element().textContent).not.toContain('R$ 0');
});

test('[Z2] each investment shows date, amount, profit, progress, status, and what comes back when', async () => {
  answerBot();
  await show(<PrimezordPage owner={owner} />, { isStranger: true });
  const cells = async (row: number) => {
    await expect.element(investments.getByRole('row').nth(row)).toBeVisible();
    const found = investments.getByRole('row').nth(row).getByRole('cell').elements();
    // A figure is also the link to its explanation.
    const shown = found.map((cell) => cell.querySelector('div')?.textContent.replaceAll('\u00a0', ' '));
    return shown.map((text) => text?.replace(/ Lucro: por que este número$/, ''));
  };
  expect(await cells(1)).toEqual([
    '02/03/2026',
    'Em andamento',
    'US$ 100,00',
    '+US$ 4,20',
    '33%',
    'US$ 104,20com o resultado até agora; termina em 01/04/2026',
  ]);
  expect((await cells(2)).slice(1)).toEqual([
    'Finalizado',
    'US$ 250,00',
    '-US$ 12,50',
    '100%',
    'US$ 237,50na carteira em 01/04/2026',
  ]);
});

test('[Z2] loads more investments when the server has more', async () => {
  const network = answerBot().answer(listInvestments, ({ address }) => {
    if (address.includes('after=')) return [finished];
    return Response.json([running], { headers: { Link: '</api/bot/investments?limit=20&after=abc>; rel="next"' } });
  });
  await show(<PrimezordPage owner={owner} />, { isStranger: true });
  await page.getByRole('button', { name: 'Mostrar mais investimentos' }).click();
  await expect.element(page.getByText('Finalizado')).toBeVisible();
  expect(network.callsTo(listInvestments).at(-1)?.address).toContain('after=abc');
});

test('[Z2] the latest operations show date, pair, payout and result, and mark those of the sandbox', async () => {
  const madeUp = operationOf({
    Id: '7c9e6679-7425-40de-944b-e07fc1f90b02',
    Asset: 'Metals',
    Payout: -0.5,
    Profit: -0.5,
    Source: 'sandbox',
  });
  answerBot().answer(reportBotOperations, () => [operationOf(), madeUp]);
  await show(<PrimezordPage owner={owner} />);
  const [won, lost] = [operations.getByRole('row').nth(1), operations.getByRole('row').nth(2)];
  for (const said of ['05/03/2026', 'EURUSD', '+1,25%', '+US$ 1,25']) await expect.element(won).toHaveTextContent(said);
  for (const said of ['Metais', '-0,50%', '-US$ 0,50', 'sandbox']) await expect.element(lost).toHaveTextContent(said);
  await expect.element(won).not.toHaveTextContent('sandbox');
  await expect.element(operations).toHaveTextContent('não aconteceram no mercado');
});

test('[Z2] without investments shows a message and the next step: investing, or a deposit while nothing is available', async () => {
  const network = answerBot()
    .answer(listInvestments, () => [])
    .answer(reportBotOperations, () => [])
    .answer(readBotWallet, () => walletOf({ Balance: 0, Available: 0, Blocked: 0 }));
  const shown = await show(<PrimezordPage owner={owner} />);
  await expect.element(operations).toHaveTextContent('As operações de que seus investimentos participarem');
  await investments.getByRole('button', { name: 'Fazer o primeiro depósito' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=bot-deposit'));
  await shown.unmount();
  window.history.replaceState(null, '', '/primezord');
  network.answer(readBotWallet, () => walletOf());
  await show(<PrimezordPage owner={owner} />);
  await investments.getByRole('button', { name: 'Fazer o primeiro investimento' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=bot-invest'));
});

/** The parts of the screen in an order of their answers. */
test.each([
  [['wallet', 'investments', 'operations']],
  [['investments', 'wallet', 'operations']],
  [['operations', 'investments', 'wallet']],
])('[Z2] nothing on screen moves while the parts load: %j', async (order) => {
  const letThrough = new Map<string, () => void>();
  const held = (name: string) => new Promise<void>((resolve) => letThrough.set(name, resolve));
  const [forWallet, forInvestments, forOperations] = ['wallet', 'investments', 'operations'].map(held);
  answerBot()
    .answer(readBotWallet, async () => {
      await forWallet;
      return walletOf();
    })
    .answer(listInvestments, async () => {
      await forInvestments;
      return [running];
    })
    .answer(reportBotOperations, async () => {
      await forOperations;
      return [operationOf()];
    });
  await show(<PrimezordPage owner={owner} />);
  await expect.element(wallet).toBeVisible();
  const tops = new Map<string, number>();
  const moved: string[] = [];
  const look = () => {
    for (const region of page.getByRole('region').elements()) {
      const name = region.getAttribute('aria-labelledby') ?? '';
      const { top } = region.getBoundingClientRect();
      if (Math.abs((tops.get(name) ?? top) - top) > 0.5) moved.push(`${region.textContent.slice(0, 20)}: ${top}`);
      tops.set(name, top);
    }
  };
  look();
  for (const name of order) {
    letThrough.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
    look();
  }
  await expect.element(operations).toHaveTextContent('EURUSD');
  look();
  expect(moved).toEqual([]);
});

test('[Z2] each part reports its own load failure and can retry', async () => {
  const network = answerBot().answer(readBotWallet, () => refusal(500, 'fault', 'Algo deu errado.'));
  await show(<PrimezordPage owner={owner} />);
  await expect.element(wallet.getByRole('alert')).toHaveTextContent('Não foi possível carregar agora.');
  await expect.element(investments).toHaveTextContent('US$ 104,20');
  network.answer(readBotWallet, () => walletOf());
  await wallet.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(wallet).toHaveTextContent('US$ 350,00');
});

test('[Z1] without the bot the page offers the subscription and does not fetch the wallet', async () => {
  const network = answerBot();
  await show(<PrimezordPage owner={{ Hasbot: false, Balance: 1000 }} />);
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=bot-subscribe'));
  await expect.element(page.getByText('Relatórios de resultado em tempo real')).toBeVisible();
  expect(network.callsTo(readBotWallet)).toHaveLength(0);
});
