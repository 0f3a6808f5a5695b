import type { Locator, Page } from '@playwright/test';
import { expect, test } from './installation/investor.ts';

/** No mouse: Tab, Enter, Space, arrows and Escape alone, from login to logout. */

test('[B1] [B3] every screen can be reached by keyboard alone, and focus is always visible', async ({
  page,
  investor,
}) => {
  await logIn(page, investor);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeFocused();
  const sidebar = page.getByRole('complementary');
  for (const [link, heading] of [
    ['Stake', 'Stake'],
    ['Histórico', 'Histórico'],
    ['Rede', 'Rede'],
    ['Copytrade', 'Copytrade'],
    ['Operações', 'Operações'],
    ['PrimeVault', 'PrimeVault'],
    ['Início', /^Olá/],
  ] as const) {
    await tabTo(page, sidebar.getByRole('link', { name: link, exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  const menu = page.getByRole('banner').getByRole('button', { name: 'Sua conta' });
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Perfil' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Atualizar Perfil' })).toBeVisible();
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Sair' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Identifique-se' })).toBeVisible();
});

test('[B1] the main dialog of each screen opens and closes by keyboard, and returns the focus', async ({
  page,
  investor,
}) => {
  await investor.bring(1000);
  await investor.open(300, 60);
  await logIn(page, investor);
  const banner = page.getByRole('banner');
  for (const [action, dialog] of [
    ['Nova Stake', 'Nova Stake'],
    ['Sacar', 'Solicitar Saque'],
    ['Trazer da Corretora', 'Trazer da Corretora'],
    [/^Saldo/, /Copytrade/],
  ] as const) {
    await openAndClose(page, banner.getByRole('link', { name: action }), dialog);
  }
  const sidebar = page.getByRole('complementary');
  await tabTo(page, sidebar.getByRole('link', { name: 'Stake', exact: true }));
  await page.keyboard.press('Enter');
  await openAndClose(page, page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }), /cancelar/i);

  await tabTo(page, sidebar.getByRole('link', { name: 'Histórico', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Extrato', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=statement/);
  await openAndClose(page, page.getByRole('link', { name: 'Stake aberta' }), 'Comprovante');

  await tabTo(page, sidebar.getByRole('link', { name: 'PrimeVault', exact: true }));
  await page.keyboard.press('Enter');
  await openAndClose(
    page,
    page.getByRole('main').getByRole('button', { name: 'Novo investimento' }),
    'Novo investimento',
  );

  await openAndClose(page, sidebar.getByRole('link', { name: 'Primezord' }), 'Assinar o Primezord');
});

test('[S3] a stake is opened without a mouse, starting at the login', async ({ page, investor }) => {
  await investor.bring(1000);
  await logIn(page, investor);
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Nova Stake', exact: true }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Nova Stake' });
  await tabTo(page, dialog.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('radio', { name: '30 dias' }));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: '60 dias' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: 'US$ 300' })).toBeChecked();
  await tabTo(page, dialog.getByRole('button', { name: /US\$\s300,00/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Stake criada com sucesso!')).toBeVisible();
  await expect(dialog).toBeHidden();
});

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/auth/login');
  await tabTo(page, page.getByLabel('E-mail'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Senha', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Olá/ })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** More stops than any screen has between two elements. */
const mostStops = 120;

/** Presses Tab until the element has the focus, and requires the focus to be visible. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor();
  for (let stops = 0; stops < mostStops; stops += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate(hasFocus)) return expect.poll(() => wanted.evaluate(showsFocus)).toBe(true);
  }
  throw new Error(`the keyboard does not reach ${String(wanted)}`);
}

/** The part of an element's interface that is used in the page. */
interface Place {
  ownerDocument: { activeElement: Place | null; defaultView: { getComputedStyle: (at: Place, part?: string) => Look } };
  parentElement: Place | null;
  nextElementSibling: Place | null;
  contains: (other: Place | null) => boolean;
}
type Look = Record<'outlineStyle' | 'outlineWidth' | 'boxShadow', string>;

const hasFocus = (element: Place): boolean => element === element.ownerDocument.activeElement;
const holdsFocus = (element: Place): boolean => element.contains(element.ownerDocument.activeElement);

/** Whether there is an outline or a ring on the element, on what wraps it, or on what it renders (a row's link, a radio's card). */
const showsFocus = (element: Place): boolean => {
  const view = element.ownerDocument.defaultView;
  const isDrawn = (at: Place, part?: string): boolean => {
    const { outlineStyle, outlineWidth, boxShadow } = view.getComputedStyle(at, part);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const near = [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling];
  return isDrawn(element, '::after') || near.some((each) => each && isDrawn(each));
};

async function openAndClose(page: Page, opener: Locator, title: string | RegExp): Promise<void> {
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate(holdsFocus)).toBe(true);
  await page.keyboard.press('Tab');
  await expect.poll(() => dialog.evaluate(holdsFocus)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}
