import { type Browser, expect, type Page } from '@playwright/test';
import { openAuthenticatorApp } from './authenticator-app.ts';
import { runLastro } from './run-lastro.ts';
import { thisInstallation } from './this-installation.ts';
import { loadAxe } from './load-axe.ts';
import { requireOwnDigits } from './own-digits.ts';

/** Of every member. */
export const password = 'capivara no telhado azul';

/** A member of staff in their own browser. */
export interface Person {
  page: Page;
  email: string;
  nextCode: () => Promise<string>;
}

/**
 * Invited on the command line, joined with an app as the second factor through the calls that the pages make, and on their first screen.
 */
export async function joinConsole(browser: Browser, role: string, name: string): Promise<Person> {
  const { page, email, link } = await invite(browser, role);
  const { origin, hash } = new URL(link);
  const tell = async (path: string, data: object) => {
    const answer = await page.request.post(`${origin}/console${path}`, { headers: { console: '1' }, data });
    expect(answer.ok(), path).toBe(true);
    return (await answer.json().catch(() => ({}))) as { Ticket: string; Secret: string };
  };
  const { Ticket: ticket } = await tell('/join', { token: hash.slice(1).split('/')[0], name, password });
  const { nextCode } = openAuthenticatorApp((await tell('/set-up/app', { ticket })).Secret);
  await tell('/set-up/app/confirm', { ticket, code: await nextCode() });
  await page.goto(origin);
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  return { page, email, nextCode };
}

/** The same through the pages themselves, as everyone joins. */
export async function joinByLink(browser: Browser, role: string, name: string): Promise<Person> {
  const { page, email, link } = await invite(browser, role);
  await page.goto(link);
  await expect(page).toHaveURL(`http://127.0.0.1:${thisInstallation().port + 2}/join`);
  await page.getByLabel('Seu nome').fill(name);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await inspect(page);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Configurar um aplicativo autenticador' }).click();
  const { nextCode } = openAuthenticatorApp(await page.locator('code').innerText());
  await inspect(page);
  await page.getByLabel('Código de seis dígitos').fill(await nextCode());
  await page.getByRole('button', { name: 'Confirmar e entrar' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  return { page, email, nextCode };
}

async function invite(browser: Browser, role: string): Promise<{ page: Page; email: string; link: string }> {
  const email = `${role}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@staff.example`;
  const { link } = JSON.parse(await runLastro('staff', 'invite', email, '--role', role, '--json')) as { link: string };
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  return { page: await context.newPage(), email, link };
}

/** Signs in by password and code on the sign-in form, which is shown at any address. */
export async function signIn({ page, email, nextCode }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByLabel('Código de seis dígitos').fill(await nextCode());
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
}

/** Requires that axe finds nothing and that nothing scrolls sideways. */
export async function inspect(page: Page): Promise<void> {
  await loadAxe(page);
  const found = await page.evaluate(
    `Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => axe.run(document)).then(
      ({ violations }) => violations.map(({ id, help, nodes }) => id + ': ' + help + ' ' + nodes[0].html))`,
  );
  expect(found).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), page.url()).toBeLessThanOrEqual(0);
  await requireOwnDigits(page);
}
