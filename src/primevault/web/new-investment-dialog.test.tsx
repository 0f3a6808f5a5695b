import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, noConnection, refusal } from '#testing/web/network.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { show } from '#testing/web/show.tsx';
import { readIntent } from '#platform/intents.ts';
import { noteBusinessTime } from '#platform/web/server-clock.ts';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { acceptTerms, openInvestment, quoteInvestment, readPlan } from '../contract.ts';
import { NewInvestmentDialog } from './new-investment-dialog.tsx';
import { investmentOf, planOf } from './testing/investments.ts';

const onClose = vi.fn<() => void>();
const unknown = 'O código promocional NADA não existe.';
let network: ReturnType<typeof answerNetwork>;

beforeEach(async () => {
  vi.restoreAllMocks();
  onClose.mockReset();
  for (const { id } of readToasts()) dismissToast(id);
  window.history.replaceState(null, '', '/primevault');
  noteBusinessTime('2026-03-02T12:00:00.000Z');
  await page.viewport(1440, 900);
  network = answerNetwork()
    .answer(readPlan, () => planOf())
    .answer(acceptTerms, () => undefined)
    .answer(openInvestment, () => investmentOf())
    .answer(quoteInvestment, ({ address }) => {
      const asked = new URL(address, window.location.origin).searchParams;
      if (asked.get('promocode') !== 'VERAO') return refusal(422, 'promocode_unknown', unknown);
      const amount = Number(asked.get('amount'));
      return { Rate: 35, Points: 5, Amount: amount, Profit: amount * 0.35, Days: 180, Promocode: 'VERAO' };
    });
});

const showDialog = (balance = 5000, riskNote = '') =>
  show(<NewInvestmentDialog isOpen onClose={onClose} balance={balance} />, { site: { riskNote } });
const dialog = () => page.getByRole('dialog', { name: 'Novo investimento' });
const code = () => page.getByLabelText('Código promocional (opcional)');

async function toChoice(balance = 5000) {
  await showDialog(balance);
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Continuar' }).click();
}

async function choose(amount: string) {
  await page.getByRole('radio', { name: amount, exact: true }).click();
}

describe('the terms', () => {
  test('[V3] does not continue until they are accepted: term, return, no early exit and risk', async () => {
    await showDialog();
    for (const said of ['180 dias', 'lucro de 30%', 'Sem saída antecipada', 'risco']) {
      await expect.element(dialog()).toHaveTextContent(said);
    }
    await expect.element(page.getByRole('button', { name: 'Continuar' })).toBeDisabled();
    await page.getByRole('checkbox').click();
    await expect.element(page.getByRole('button', { name: 'Continuar' })).toBeEnabled();
    expect(network.callsTo(acceptTerms)).toHaveLength(0);
  });

  test("[V3] the operator's own risk note replaces the built-in one", async () => {
    await showDialog(1000, 'Leia o prospecto número 7.');
    await expect.element(page.getByText('Leia o prospecto número 7.')).toBeVisible();
    expect(page.getByText('Todo investimento envolve risco', { exact: false }).elements()).toHaveLength(0);
  });

  test('[V3] terms accepted before are already ticked and not sent again', async () => {
    network.answer(readPlan, () => planOf({ TermsAccepted: true }));
    await showDialog();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await choose('US$ 100');
    await page.getByRole('button', { name: 'Investir US$ 100,00' }).click();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(network.callsTo(acceptTerms)).toHaveLength(0);
  });

  test('[V3] reports a plan that fails to load and retries on request', async () => {
    network.answer(readPlan, () => refusal(500, 'fault', 'Algo deu errado.'));
    await showDialog();
    await expect.element(page.getByRole('alert')).toBeVisible();
    network.answer(readPlan, () => planOf());
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(page.getByRole('checkbox')).toBeVisible();
  });
});

describe('amount and code', () => {
  test('[V2] refuses a missing amount in the browser', async () => {
    await toChoice();
    await page.getByRole('button', { name: 'Escolha um valor' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Por favor, selecione um valor para investir.');
    expect(network.callsTo(openInvestment)).toHaveLength(0);
  });

  test('[V2] shows what leaves now, what comes back and when, and the remaining balance', async () => {
    await toChoice();
    await choose('US$ 1.000');
    for (const said of [
      'Sai do seu saldo agoraUS$ 1.000,00',
      'Lucro no fim (30%)+US$ 300,00',
      'Volta ao seu saldo em 29 de ago. de 2026US$ 1.300,00',
      'Saldo depois de investirUS$ 4.000,00',
      'Não há saída antecipada',
    ]) {
      await expect.element(dialog()).toHaveTextContent(said);
    }
  });

  test('[V2] [V3] an accepted code shows what it adds, and the figures follow', async () => {
    await toChoice();
    await choose('US$ 1.000');
    await code().fill(' verao ');
    await expect.element(dialog()).toHaveTextContent('Código aceito: mais 5 pontos percentuais de retorno.');
    await expect.element(dialog()).toHaveTextContent('Lucro no fim (35%)+US$ 350,00');
    await expect.element(dialog()).toHaveTextContent('O lucro de US$ 350,00 é separado na tesouraria');
    await choose('US$ 500');
    await expect.element(dialog()).toHaveTextContent('Lucro no fim (35%)+US$ 175,00');
  });

  test("[V3] a refused code shows the reason in the server's words, and nothing is sent", async () => {
    await toChoice();
    await choose('US$ 1.000');
    await code().fill('nada');
    await expect.element(page.getByText(unknown)).toBeVisible();
    await expect.element(code()).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Confira o código promocional' }).click();
    await expect.element(code()).toHaveFocus();
    expect(network.callsTo(openInvestment)).toHaveLength(0);
    await code().fill('');
    await expect.element(page.getByText(unknown)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Investir US$ 1.000,00' }).click();
    await vi.waitFor(() => expect(network.callsTo(openInvestment)).toHaveLength(1));
    expect(network.callsTo(openInvestment)[0]?.body).toEqual({ amount: 1000 });
  });

  test('[V3] checks a code only with an amount', async () => {
    await toChoice();
    await code().fill('VERAO');
    await expect.element(page.getByText('Escolha um valor para verificar o código.')).toBeVisible();
    expect(network.callsTo(quoteInvestment)).toHaveLength(0);
  });

  test('[V2] [G2] more than the balance shows the shortfall and leads to the deposit', async () => {
    await toChoice(400.5);
    await expect.element(dialog()).toHaveTextContent('Disponível: US$ 400,50');
    const beyond = page.getByRole('radio', { name: 'US$ 500', exact: true });
    await expect.element(beyond).toHaveAccessibleDescription(/^faltam US\$\s99,50$/);
    await choose('US$ 500');
    await expect.element(dialog()).toHaveTextContent('Seu saldo é de US$ 400,50: você precisa de mais US$ 99,50');
    await page.getByRole('button', { name: 'Trazer US$ 99,50' }).click();
    await vi.waitFor(() => expect(window.location.search).toBe('?dialog=deposit&subject=99.50'));
  });
});

describe('confirming', () => {
  test('[V2] [V3] accepts the terms, invests with the code, reports success and closes', async () => {
    await toChoice();
    await choose('US$ 1.000');
    await code().fill('verao');
    await expect.element(page.getByText('Código aceito', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Investir US$ 1.000,00' }).click();
    await expect.element(page.getByText('Investimento criado com sucesso!')).toBeVisible();
    expect(onClose).toHaveBeenCalledOnce();
    expect(network.callsTo(acceptTerms)[0]?.body).toEqual({ terms: true });
    const [sent] = network.callsTo(openInvestment);
    expect(sent?.body).toEqual({ amount: 1000, promocode: 'VERAO' });
    expect(sent?.headers.get('idempotency-key')).toBeTruthy();
    // The terms shown, without the code: another rate or term by now is refused.
    const quoted = ['quoted-rate', 'quoted-days', 'quoted-tax'].map((name) => sent?.headers.get(name));
    expect(quoted).toEqual(['30', '180', '0']);
  });

  test('[V2] [V3] a tax is part of what is accepted and is deducted from what comes back', async () => {
    network.answer(readPlan, () => planOf({ TaxRate: 15 }));
    await show(<NewInvestmentDialog isOpen onClose={onClose} balance={5000} />);
    const accept = 'o prazo, o retorno, o imposto, a falta de saída antecipada e o risco.';
    await expect.element(page.getByRole('checkbox', { name: accept })).toBeVisible();
    await expect.element(dialog()).toHaveTextContent('o lucro de 30%, menos o imposto, voltam ao seu saldo');
    await page.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await choose('US$ 1.000');
    await expect.element(dialog()).toHaveTextContent('Imposto retido (15% do lucro)-US$ 45,00');
    await expect.element(dialog()).toHaveTextContent('US$ 1.255,00');
  });

  test('[V3] a code used up meanwhile marks its field invalid and keeps the dialog open', async () => {
    await toChoice();
    await choose('US$ 1.000');
    await code().fill('verao');
    await expect.element(page.getByText('Código aceito', { exact: false })).toBeVisible();
    const usedUp = () => refusal(422, 'promocode_used_up', 'O código promocional VERAO já foi usado 10 vezes.');
    network.answer(openInvestment, usedUp).answer(quoteInvestment, usedUp);
    await page.getByRole('button', { name: 'Investir US$ 1.000,00' }).click();
    await expect.element(code()).toHaveAttribute('aria-invalid', 'true');
    expect(onClose).not.toHaveBeenCalled();
  });

  test('[V2] stays open without an answer, and a retry sends the same intent', async () => {
    network.answer(openInvestment, noConnection).answer(readIntent, () => ({ State: 'none' as const, Answer: null }));
    await toChoice();
    await choose('US$ 100');
    const confirm = page.getByRole('button', { name: 'Investir US$ 100,00' });
    await confirm.click();
    await expect.element(page.getByText('Erro inesperado ao criar investimento.')).toBeVisible();
    network.answer(openInvestment, () => investmentOf({ Amount: 100 }));
    await page.getByRole('button', { name: 'Enviar de novo' }).click();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const keys = network.callsTo(openInvestment).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });
});

test.each([
  ['dark', 'pt-BR', 360],
  ['light', 'pt-BR', 1440],
  ['dark', 'fa', 1440],
  ['light', 'fa', 360],
] as const)('[V2] no step violates WCAG: %s, %s, %i px', async (theme, language, width) => {
  await page.viewport(width, 800);
  await show(<NewInvestmentDialog isOpen onClose={onClose} balance={50} />, { theme, language });
  await page.getByRole('checkbox').click();
  expect(await findViolations()).toEqual([]);
  (page.getByRole('dialog').element().querySelector('[type=submit]') as HTMLElement).click();
  await page.getByRole('textbox').fill('nada');
  (page.getByRole('dialog').element().querySelector('[type=submit]') as HTMLElement).click();
  await page.getByRole('radio').nth(3).click();
  await expect.element(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  expect(await findViolations()).toEqual([]);
});
