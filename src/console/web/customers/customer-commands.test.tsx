import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listCommands } from '#console/contract.ts';
import type { ShownCustomer } from '#console/customers-contract.ts';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import ofCases from '#cases/messages/commands/pt-BR.json';
import ofPrivacy from '#privacy/messages/commands/pt-BR.json';
import ofCustomers from '#operator/messages/customers/pt-BR.json';
import { loadTexts } from '../load-texts.ts';
import { CustomerCommands } from './customer-commands.tsx';

const customer = {
  Id: 'f7d33758-58c7-43ef-89ed-48d61f4f4c3b',
  Email: 'ana@example.com',
  Name: 'Ana',
  Corrections: [],
  Frozen: null,
  SecondFactor: { Since: null },
} as unknown as ShownCustomer;

const inView = ['Anotar', 'Congelar', 'Ver como o cliente'];
const behind = ['Abrir um caso', 'Encerrar todas as sessões', 'Corrigir e-mail'];
const ofData = ['Anotar um pedido', 'Cópia dos dados', 'Corrigir nome ou telefone', 'Apagar'];

function may(...commands: string[]): void {
  const shape = { Summary: '', IsLook: false, People: 'two' as const };
  const texts: object = { ...ofCustomers, ...ofCases, ...ofPrivacy };
  const titles = texts as Readonly<Record<string, { title: string } | undefined>>;
  answerNetwork().answer(listCommands, () =>
    commands.map((Command) => ({
      ...shape,
      Command,
      IsDestructive: Command === 'customer freeze',
      Form: { Title: titles[Command]?.title ?? Command, Fields: [] },
    })),
  );
}

async function buttonsSeen(): Promise<string[]> {
  const shown = await show(<CustomerCommands customer={customer} />, { load: loadTexts });
  await expect.element(shown.getByRole('button', { name: 'Anotar', exact: true })).toBeVisible();
  return names(shown.container);
}

function names(container: HTMLElement): string[] {
  return [...container.querySelectorAll('button')]
    .filter((each) => each.checkVisibility())
    .map((each) => each.innerText);
}

beforeEach(() => {
  may(
    'customer note',
    'customer freeze',
    'customer view',
    'case open',
    'customer end-sessions',
    'customer address',
    'privacy open',
    'customer export',
    'customer correct',
    'customer erase',
  );
});

afterEach(() => page.viewport(1440, 900));

test('[R6] on a phone the page shows three actions and one button for the rest', async () => {
  await page.viewport(360, 780);
  expect(await buttonsSeen()).toEqual([...inView, 'Mais ações']);
  const container = document.body;
  const more = page.getByRole('button', { name: 'Mais ações' });
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  for (const button of container.querySelectorAll('button'))
    if (button.checkVisibility()) expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);

  more.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(more).toHaveAttribute('aria-expanded', 'true');
  expect(names(container)).toEqual([...inView, 'Mais ações', ...behind, ...ofData]);
  const group = page.getByRole('group', { name: 'Acesso e contato' });
  await expect.element(group.getByRole('button', { name: 'Corrigir e-mail' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);

  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Abrir um caso' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement?.textContent).toBe('Abrir um caso');
});

test('[R6] with enough room every action is one press away', async () => {
  expect(await buttonsSeen()).toEqual([...inView, ...behind, ...ofData]);
});

test.each([
  ['case open', 'Abrir um caso'],
  ['customer address', 'Corrigir e-mail'],
  ['customer export', 'Cópia dos dados'],
])('[R6] a single further action is not behind a button: %s', async (command, name) => {
  may('customer note', command);
  await page.viewport(360, 780);
  expect(await buttonsSeen()).toEqual(['Anotar', name]);
});

test.each([
  ['Congelar', 'caution', 'danger'],
  ['Ver como o cliente', 'secondary', 'primary'],
])('[R7] %s is told apart before it is pressed, and why is asked before it can be', async (name, opens, confirms) => {
  await buttonsSeen();
  const opener = page.getByRole('button', { name, exact: true });
  expect(opener.element().className).toContain(opens);
  await opener.click();
  const dialog = page.getByRole('dialog', { name });
  const confirm = dialog.getByRole('button', { name, exact: true });
  expect(confirm.element().className).toContain(confirms);
  await expect.element(confirm).toBeDisabled();
  await dialog.getByLabelText('Motivo').fill('pedido do banco');
  await expect.element(confirm).toBeEnabled();
});
