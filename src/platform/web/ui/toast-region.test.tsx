import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { Dialog } from './dialog.tsx';
import { dismissToast, readToasts, showToast } from './toasts.ts';

beforeEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
});

const text = 'Depósito realizado com sucesso!';
const boxOf = (element: Element) => element.getBoundingClientRect();

test.each([360, 639])(
  '[G2] on a phone of %i px a toast is above the bottom bar, far from the headings',
  async (width) => {
    await page.viewport(width, 740);
    await show(<h1>Início</h1>);
    showToast('success', text);
    await expect.element(page.getByText(text)).toBeVisible();
    const toast = () => boxOf(page.getByText(text).element().closest('li') as Element);
    // It rises into its place.
    await expect.poll(() => toast().bottom).toBeLessThanOrEqual(740 - 64);
    expect(toast().top).toBeGreaterThan(370);
  },
);

test.each([
  [360, 740],
  [768, 1024],
  [1280, 600],
  [1440, 600],
])('[G2] at %i by %i px a toast covers nothing of a sheet, however long the sheet is', async (width, height) => {
  await page.viewport(width, height);
  await show(
    <Dialog title="Solicitar Saque" isOpen onClose={() => undefined}>
      <div style={{ blockSize: 2_000 }}>Muito</div>
    </Dialog>,
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  showToast('danger', text);
  await expect.element(page.getByText(text)).toBeVisible();
  const sheet = page.getByRole('dialog').element();
  const toast = () => boxOf(page.getByText(text).element().closest('li') as Element);
  const room = () => Math.max(boxOf(sheet).top - toast().bottom, toast().left - boxOf(sheet).right);
  await expect.poll(room).toBeGreaterThanOrEqual(0);
  expect(toast().top).toBeGreaterThanOrEqual(0);
});

test('[B1] a dismissed toast gives the focus to the next one, or back to where it came from', async () => {
  await show(<input aria-label="Valor" />);
  const field = page.getByLabelText('Valor');
  field.element().focus();
  for (const said of ['Um', 'Dois']) showToast('success', said);
  const dismiss = page.getByRole('button', { name: 'Dispensar' });
  for (const left of [1, 0]) {
    await expect.element(dismiss.nth(left)).toBeVisible();
    (dismiss.first().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => dismiss.elements().length).toBe(left);
    await expect.poll(() => document.activeElement?.tagName).toBe(left === 1 ? 'SECTION' : 'INPUT');
  }
});
