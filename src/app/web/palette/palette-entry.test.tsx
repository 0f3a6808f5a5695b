import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ana } from '#testing/web/ana.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { readUser } from '#profile/contract.ts';
import { PaletteEntry } from './palette-entry.tsx';

/** As in the frame, with a field beside it. */
function Screen() {
  return (
    <main>
      <h1>Lastro</h1>
      <PaletteEntry />
      <label>
        Nota <input />
      </label>
    </main>
  );
}

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  window.history.replaceState(null, '', '/dashboard');
  await page.viewport(1440, 900);
  answerNetwork().answer(readUser, () => ana());
});

const path = () => window.location.pathname + window.location.search;
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

test('Ctrl K opens the palette; a few letters and Enter lead to a screen', async () => {
  await show(<Screen />);
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = page.getByRole('searchbox');
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByRole('option', { name: 'Vencimentos' })).toBeVisible();
  expect(await findViolations()).toEqual([]);
  await userEvent.keyboard('operacoes');
  await vi.waitFor(() => expect(options()[0]).toContain('Operações'));
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(path()).toBe('/operations'));
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
});

test('the arrow keys choose among the matches, an action opens its dialog, and Escape only closes', async () => {
  await show(<Screen />);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('saque');
  await vi.waitFor(() => expect(options()[0]).toContain('Sacar'));
  await expect.element(page.getByRole('option').first()).toHaveAttribute('data-focused');
  // Each key acts on the choice made by the previous one: nobody presses them all in one frame.
  for (const [key, place] of [
    ['{ArrowDown}', 1],
    ['{ArrowUp}', 0],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(page.getByRole('option').nth(place)).toHaveAttribute('data-focused');
  }
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(path()).toBe('/dashboard?dialog=withdraw'));
  window.history.replaceState(null, '', '/dashboard');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
  const before = path();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  expect(path()).toBe(before);
});

test('[G4] Enter runs the first, highlighted match, however quickly it was typed and whatever was first before', async () => {
  await show(<Screen />);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  // While typing, the first match is withdrawing, then a question about withdrawals, then withdrawing again.
  await userEvent.keyboard('saque{Enter}');
  await vi.waitFor(() => expect(path()).toBe('/dashboard?dialog=withdraw'));
});

test('[G4] reports when nothing matches, and one Escape closes it despite typed text and returns the focus', async () => {
  await show(<Screen />);
  const button = page.getByRole('button', { name: 'Buscar' });
  await button.click();
  await userEvent.keyboard('qzxqzx');
  await expect.element(page.getByText('Nada encontrado. Tente outra palavra.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  await expect.element(button).toHaveFocus();
});

test('[G4] one Escape closes one layer: the palette, even with a selection in it, and nothing below', async () => {
  const below = vi.fn();
  document.addEventListener('keydown', below);
  window.history.replaceState(null, '', '/dashboard?dialog=shortcuts');
  await show(<Screen />);
  const shortcuts = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await expect.element(shortcuts).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  await page.getByRole('button', { name: 'Buscar' }).click();
  await userEvent.keyboard('sacar');
  await vi.waitFor(() => expect(options()[0]).toContain('Sacar'));
  await userEvent.keyboard('{ArrowDown}');
  below.mockClear();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  expect(below).not.toHaveBeenCalled();
  document.removeEventListener('keydown', below);
});

test('[B7] in Persian the search accepts either keyboard, in light and right to left', async () => {
  await show(<Screen />, { language: 'fa', theme: 'light' });
  await page.getByRole('button', { name: 'جست‌وجو' }).click();
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await userEvent.fill(page.getByRole('searchbox'), 'كپي');
  await vi.waitFor(() => expect(options()[0]).toContain('کپی'));
  expect(await findViolations()).toEqual([]);
});

test('g and a letter navigate, n starts a stake; neither acts while typing in a field', async () => {
  await show(<Screen />);
  await userEvent.click(page.getByRole('textbox', { name: 'Nota' }));
  await userEvent.keyboard('gsn');
  expect(path()).toBe('/dashboard');
  await userEvent.click(page.getByRole('heading'));
  await userEvent.keyboard('gs');
  await vi.waitFor(() => expect(path()).toBe('/stake'));
  await userEvent.keyboard('n');
  await vi.waitFor(() => expect(path()).toBe('/stake?dialog=new-stake'));
});

test('? lists the shortcuts; switched off they stop working, and that is remembered', async () => {
  await show(<Screen />);
  await userEvent.keyboard('?');
  const dialog = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await expect.element(dialog).toHaveTextContent('Nova Staken');
  await dialog.getByRole('checkbox').click();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  await userEvent.keyboard('gh?');
  expect(path()).toBe('/dashboard');
  expect(localStorage.getItem('shortcuts')).toBe('off');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
});
