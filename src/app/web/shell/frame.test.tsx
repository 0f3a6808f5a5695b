import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readUser } from '#profile/contract.ts';
import { beginSession } from '#platform/web/session.ts';
import { ana } from '#testing/web/ana.ts';
import { answerNetwork } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  beginSession('a-token');
  answerNetwork().answer(readUser, () => ana());
  await page.viewport(1440, 900);
});

test('[B1] the navbar has logo, Nova Stake, Sacar, Trazer da Corretora and the balance in USD', async () => {
  await open('/stake');
  const bar = page.getByRole('banner');
  await expect.element(bar.getByText('US$ 1.234,56')).toBeVisible();
  await bar.getByRole('link', { name: 'Trazer da Corretora' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=deposit'));
  await page.getByRole('dialog', { name: 'Trazer da Corretora' }).getByRole('button', { name: 'Fechar' }).click();
  await bar.getByRole('link', { name: 'Sacar' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=withdraw'));
  await page.getByRole('dialog', { name: 'Solicitar Saque' }).getByRole('button', { name: 'Fechar' }).click();
  await bar.getByRole('link', { name: 'Lastro, ir para o início' }).click();
  await vi.waitFor(() => expect(window.location.pathname + window.location.search).toBe('/dashboard'));
});

test('[B1] the avatar menu shows who is logged in, changes the theme and closes on Escape', async () => {
  await open('/dashboard');
  const opener = page.getByRole('button', { name: 'Sua conta' });
  await opener.click();
  await expect.element(page.getByText('ana@demo.example')).toBeVisible();
  await page.getByRole('button', { name: 'Usar tema claro' }).click();
  expect(document.documentElement.dataset.theme).toBe('light');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('ana@demo.example')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('[L3] a frozen customer is told so on every screen, and whom to contact', async () => {
  await open('/stake');
  await expect.element(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  expect(page.getByText('Sua conta está congelada.').elements()).toHaveLength(0);
  answerNetwork().answer(readUser, () => ana({ Frozen: '2026-03-02T12:00:00.000Z' }));
  for (const path of ['/stake', '/dashboard']) {
    await open(path);
    await expect.element(page.getByRole('main').getByText('Sua conta está congelada.')).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('link', { name: 'Fale com o suporte' })).toBeVisible();
  }
});

test('navigating to another screen moves the focus to its beginning', async () => {
  await open('/dashboard');
  await page.getByRole('complementary').getByRole('link', { name: 'Stake' }).click();
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('main')));
});

test('[B2] a phone has the bottom bar instead of the buttons at the top', async () => {
  await page.viewport(390, 844);
  await open('/dashboard');
  const bar = page.getByRole('navigation', { name: 'Ações' });
  await expect.element(bar.getByRole('link', { name: 'Trazer da Corretora' })).toBeVisible();
  await expect.element(bar.getByRole('link', { name: 'Sacar' })).toBeVisible();
  // Menu is the sixth: anything less common is one press further.
  const entries = [...bar.element().querySelectorAll('a, button')];
  expect(entries).toHaveLength(6);
  // Each label is one line, and the bar says where one is.
  expect(new Set(entries.map((each) => each.getBoundingClientRect().height)).size).toBe(1);
  expect(bar.element().scrollWidth).toBe(390);
  await expect.element(bar.getByRole('link', { name: 'Início' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'Histórico' }).click();
  await expect.element(bar.getByRole('link', { name: 'Histórico' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'Início' }).click();
  await vi.waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
  await bar.getByRole('link', { name: 'Nova Stake' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=new-stake'));
  expect(page.getByRole('banner').getByRole('link', { name: 'Nova Stake' }).elements()).toHaveLength(0);
});

test('[B3] [F7] the sidebar is 260 px wide and has every working entry, the balance, the broker and the language', async () => {
  await open('/dashboard');
  const side = page.getByRole('complementary');
  await expect.element(side.getByRole('link', { name: 'Início' })).toHaveAttribute('aria-current', 'page');
  await expect.element(side.getByRole('link', { name: 'Stake' })).toBeVisible();
  await expect.element(side.getByText('US$ 1.234,56')).toBeVisible();
  await expect
    .element(side.getByRole('link', { name: 'Voltar à corretora' }))
    .toHaveAttribute('href', 'https://broker.example/');
  await expect.element(side.getByLabelText('Idioma')).toBeVisible();
  expect(side.element().getBoundingClientRect().width).toBe(260);
  const entries = side.getByRole('navigation').getByRole('link').elements();
  expect(entries.map((link) => link.textContent)).toEqual(
    expect.arrayContaining(['Início', 'Stake', 'Vencimentos', 'Copytrade', 'Operações', 'PrimeVault']),
  );
});

test.each([640, 768, 1023])('[G2] at %d px the search is one press away, even with millions', async (width) => {
  answerNetwork().answer(readUser, () => ana({ Balance: 12_345_678.9 }));
  await page.viewport(width, 800);
  await open('/dashboard');
  const banner = page.getByRole('banner');
  await expect.element(banner.getByText('US$ 12.345.678,90')).toBeVisible();
  const parts = [...banner.element().querySelectorAll('header > *, header :is(button, a)')];
  const shown = parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width > 0);
  expect(shown.filter((box) => box.right > width || box.left < 0)).toEqual([]);
  await banner.getByRole('button', { name: 'Buscar' }).click();
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
});

test.each(['pt-BR', 'es', 'zh-CN', 'fa'] as const)(
  '[B8] in %s the bar is one line on the narrowest phone, even with millions',
  async (language) => {
    answerNetwork().answer(readUser, () => ana({ Balance: 99_999_999.99 }));
    await page.viewport(320, 640);
    await open('/stake', { language });
    const bar = page.getByRole('banner');
    await vi.waitFor(() => expect(bar.element().querySelectorAll('button, a').length).toBeGreaterThan(3));
    await document.fonts.ready;
    const centres = [...bar.element().querySelectorAll('button, a')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ top, height }) => top + height / 2);
    expect(Math.max(...centres) - Math.min(...centres)).toBeLessThan(8);
  },
);

test('[A6] [B3] the sidebar box reads 4 horas e 58 minutos at login', async () => {
  await open('/dashboard');
  const side = page.getByRole('complementary');
  await expect.element(side.getByText('Tempo de Sessão Restante')).toBeVisible();
  await expect.element(side.getByText('4 horas e 58 minutos')).toBeVisible();
});

test('[B3] on a medium screen the sidebar is reduced to icons, and opens in full', async () => {
  await page.viewport(1024, 800);
  await open('/dashboard');
  await expect.element(page.getByRole('complementary').getByRole('link', { name: 'Stake' })).toBeVisible();
  expect(page.getByRole('complementary').element().getBoundingClientRect().width).toBe(88);
  await page.getByRole('link', { name: 'Abrir menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navegação principal' });
  await expect.element(drawer.getByText('4 horas e 58 minutos')).toBeVisible();
  expect(drawer.element().getBoundingClientRect().width).toBe(260);
});

test('[B3] on a phone the sidebar takes the full width and closes after navigation', async () => {
  await page.viewport(390, 844);
  await open('/dashboard');
  await page.getByRole('link', { name: 'Abrir menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navegação principal' });
  await expect.element(drawer).toBeVisible();
  expect(drawer.element().getBoundingClientRect().width).toBe(390);
  await drawer.getByRole('link', { name: 'Stake' }).click();
  await vi.waitFor(() => expect(window.location.pathname).toBe('/stake'));
  await expect.element(drawer).not.toBeInTheDocument();
});

test('[B3] Back closes the sidebar on a phone, and does not bring it back after it led elsewhere', async () => {
  await page.viewport(390, 844);
  await open('/dashboard');
  const opener = page.getByRole('link', { name: 'Abrir menu' });
  const drawer = page.getByRole('dialog', { name: 'Navegação principal' });
  await opener.click();
  await expect.element(drawer).toBeVisible();
  window.history.back();
  await expect.element(drawer).not.toBeInTheDocument();
  await opener.click();
  await drawer.getByRole('link', { name: 'Stake' }).click();
  await vi.waitFor(() => expect(window.location.pathname).toBe('/stake'));
  window.history.back();
  await vi.waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
  await expect.element(drawer).not.toBeInTheDocument();
});

test.each([320, 360])(
  '[G2] at %d px the search is one press away, and the maturities are in the menu',
  async (width) => {
    await page.viewport(width, 740);
    await open('/stake');
    await page.getByRole('banner').getByRole('button', { name: 'Buscar' }).click();
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('navigation', { name: 'Ações' }).getByRole('link', { name: 'Abrir menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Navegação principal' });
    await drawer.getByRole('link', { name: 'Vencimentos' }).click();
    await vi.waitFor(() => expect(window.location.pathname).toBe('/maturities'));
  },
);

test('[B3] the available balance leads to its explanation, and the sidebar closes over it', async () => {
  await page.viewport(390, 844);
  await open('/dashboard');
  await page.getByRole('link', { name: 'Abrir menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navegação principal' });
  await drawer.getByRole('link', { name: 'Saldo disponível: por que este número' }).click();
  await vi.waitFor(() => expect(window.location.pathname).toMatch(/^\/explanation\/.+\/balance$/));
  await expect.element(drawer).not.toBeInTheDocument();
});

test.each([
  ['sandbox', 1],
  ['production', 0],
] as const)('labels only the sandbox: %s', async (mode, times) => {
  await open('/dashboard', { site: { mode } });
  await expect.element(page.getByRole('banner').getByText('US$ 1.234,56')).toBeVisible();
  expect(page.getByText('Sandbox', { exact: true }).elements()).toHaveLength(times);
});

test.each([320, 360, 640, 768, 1024, 1440])('[B8] nothing scrolls sideways at %d px', async (width) => {
  answerNetwork().answer(readUser, () => ana({ Balance: 12_345_678.9, Name: 'Maximiliana '.repeat(8) }));
  await page.viewport(width, 800);
  await open('/dashboard');
  await expect.element(page.getByRole('banner').getByText('US$ 12.345.678,90')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
});

test.each([
  ['a phone’s bottom bar', 390],
  ['the navbar', 768],
])(
  '[F1] the withdraw dialog opens from %s on any screen, and shows an unconfirmed customer the address to confirm',
  async (_, width) => {
    answerNetwork().answer(readUser, () => ana({ EmailConfirmed: false }));
    await page.viewport(width, 844);
    await open('/stake');
    await page.getByRole('link', { name: 'Sacar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Solicitar Saque' });
    await expect.element(dialog.getByText('ana@demo.example')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Enviar de novo' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/stake?dialog=withdraw');
  },
);

test.each([1440, 390])(
  '[A7] while terms are owed, a frame %s px wide offers language, theme, help and logout, and nothing else',
  async (width) => {
    await page.viewport(width, 844);
    answerNetwork().answer(readUser, () => ana({ TermsOwed: true }));
    await open('/stake?dialog=withdraw');
    const accept = page.getByRole('button', { name: 'Aceitar e continuar' });
    await expect.element(accept).toBeVisible();
    const bar = page.getByRole('banner');
    await expect.element(bar.getByLabelText('Idioma')).toBeVisible();
    const outside = [...document.querySelectorAll<HTMLElement>('a, button, select, [role=dialog]')]
      .filter((each) => each.checkVisibility() && !each.closest('main') && !each.closest('footer'))
      .map((each) => each.getAttribute('aria-label') ?? each.textContent);
    expect(outside).toEqual(['Ir para o conteúdo', 'Lastro, ir para o início', 'Idioma', 'AFSua conta']);
    await bar.getByRole('button', { name: 'Sua conta' }).click();
    await expect.element(page.getByRole('button', { name: 'Usar tema claro' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Sair' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Perfil' }).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Ajuda' }).click();
    await vi.waitFor(() => expect(window.location.pathname).toBe('/help'));
    await expect.element(accept).not.toBeInTheDocument();
    await bar.getByRole('link', { name: 'Lastro, ir para o início' }).click();
    await expect.element(accept).toBeVisible();
  },
);
