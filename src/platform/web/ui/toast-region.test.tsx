import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
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

test('[G2] on a phone a toast covers nothing of a sheet, however long the sheet is', async () => {
  await page.viewport(360, 740);
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
  await expect.poll(() => boxOf(sheet).top - toast().bottom).toBeGreaterThanOrEqual(0);
  expect(toast().top).toBeGreaterThanOrEqual(0);
});
