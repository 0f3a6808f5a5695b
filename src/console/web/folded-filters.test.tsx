import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { FoldedFilters } from './folded-filters.tsx';
import { loadTexts } from './load-texts.ts';

const field = page.getByRole('textbox', { name: 'Cliente' });
const opener = page.getByRole('button', { name: 'Filtros' });

function shown(isAsked: boolean) {
  return show(
    <FoldedFilters isAsked={isAsked}>
      <form onSubmit={(event) => event.preventDefault()}>
        <input aria-label="Cliente" />
        <button type="submit">Buscar</button>
      </form>
    </FoldedFilters>,
    { load: loadTexts },
  );
}

afterEach(() => page.viewport(1440, 900));

test('[R6] on a phone a list’s filters are behind one button, and fold on submit', async () => {
  await page.viewport(360, 780);
  await shown(false);
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
  expect(opener.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await expect.element(field).not.toBeInTheDocument();
  opener.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toBeVisible();
  await field.fill('ana');
  await userEvent.keyboard('{Enter}');
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
  await expect.element(opener).toHaveFocus();
});

test('[R6] filters already in use are shown', async () => {
  await page.viewport(360, 780);
  await shown(true);
  await expect.element(field).toBeVisible();
});

test('[R6] with enough room the filters are not folded, and stay open on submit', async () => {
  await shown(false);
  await expect.element(opener).not.toBeInTheDocument();
  await field.fill('ana');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toBeVisible();
  await expect.element(field).toHaveFocus();
});
