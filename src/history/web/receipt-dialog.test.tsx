import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import type { Language } from '#platform/languages.ts';
import { readYears } from '#yearly-statement/contract.ts';
import { readReceipt, readStatement } from '../contract.ts';
import { HistoryScreen } from '#app/web/history-screen.tsx';

const line = {
  Id: '7',
  Date: '2026-03-02T12:00:00.000Z',
  Kind: 'stake_opened',
  Description: 'Stake aberta',
  Reference: '9b2f3c1e-4e0f-4a8e-9b1f-0e8a2b6f7c02',
  Amount: -300,
  Balance: 200,
  Own: true,
};
const receipt = {
  ...line,
  Transfers: [
    { Id: '7', From: 'Saldo', To: 'Stakes', Amount: 300 },
    { Id: '8', From: 'Tesouraria', To: 'Lucro separado', Amount: 75 },
  ],
};

beforeEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
});

function open(address: string, language: Language = 'pt-BR') {
  window.history.replaceState(null, '', address);
  const network = answerNetwork()
    .answer(readStatement, () => [line])
    .answer(readReceipt, ({ address: asked }) => (asked.endsWith('/7') ? receipt : refusal(404, 'not_found', 'não')))
    .answer(readYears, () => [{ Year: 2026, Until: null }]);
  return show(<HistoryScreen />, { language }).then(() => network);
}

const dialog = () => page.getByRole('dialog');
const told = () => (dialog().element().textContent ?? '').replaceAll('\u00a0', ' ');

test('[H4] a line of the statement opens as a receipt at its own URL, and closing it returns the focus', async () => {
  const network = await open('/history?tab=statement');
  const link = page.getByRole('link', { name: 'Stake aberta' });
  await expect.element(link).toBeVisible();
  link.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByRole('heading', { name: 'Comprovante' })).toBeVisible();
  expect(window.location.search).toBe('?tab=statement&receipt=7');
  await expect.element(dialog().getByText('Saldo → Stakes')).toBeVisible();
  for (const words of ['-US$ 300,00', 'Stake aberta', 'US$ 200,00', line.Reference, 'Lucro separado', 'US$ 75,00']) {
    expect(told()).toContain(words);
  }
  await expect.element(dialog().getByRole('link', { name: 'Ver a posição' })).toHaveAttribute('href', '/stake');
  // Support gets the reference (G4), but nothing that identifies the customer.
  await expect
    .element(dialog().getByRole('link', { name: 'Falar com o suporte sobre isto' }))
    .toHaveAttribute('href', `https://support.example/?reference=${line.Reference}+7`);
  const asked = network.callsTo(readReceipt).filter(({ address }) => address.endsWith('/7'));
  expect(asked).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => window.location.search).toBe('?tab=statement');
  await expect.poll(() => document.activeElement?.textContent).toBe('Stake aberta');
});

test('[H4] it can be copied as plain text, and printed', async () => {
  await open('/history?tab=statement&receipt=7');
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const print = vi.spyOn(window, 'print').mockReturnValue();
  await page.getByRole('button', { name: 'Copiar comprovante' }).click();
  const text = (copy.mock.calls[0]?.[0] ?? '').replaceAll('\u00a0', ' ');
  expect(text).toContain('Comprovante: Stake aberta');
  expect(text).toContain('Valor: -US$ 300,00');
  expect(text).toContain('Tesouraria → Lucro separado: US$ 75,00');
  await page.getByRole('button', { name: 'Imprimir' }).click();
  expect(print).toHaveBeenCalledOnce();
});

test('[H4] a posting that does not exist, or is somebody else’s, is reported as such', async () => {
  await open('/history?tab=statement&receipt=8');
  await expect.element(dialog().getByText('Este lançamento não existe ou não é seu.')).toBeVisible();
});

test.each([
  ['dark', 'pt-BR', 1440],
  ['light', 'fa', 360],
] as const)('[H4] it has no accessibility violations: %s, %s, %i px', async (theme, language, width) => {
  await page.viewport(width, 740);
  document.documentElement.dataset.theme = theme;
  await open('/history?tab=statement&receipt=7', language);
  await expect.element(dialog().getByRole('listitem').first()).toBeVisible();
  expect(await findViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  delete document.documentElement.dataset.theme;
});
