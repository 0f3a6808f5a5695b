import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { loadTexts } from './load-texts.ts';
import { nothingAsked, TransferFilters } from './transfers/transfer-filters.tsx';

const search = page.getByRole('button', { name: 'Buscar' });

async function typeDay(digits: string): Promise<void> {
  await page.getByRole('group', { name: 'Dia' }).getByRole('spinbutton').first().click();
  await userEvent.keyboard(digits);
  await userEvent.tab();
}

test('[L12] in the console what stands in a date field is what is asked for, and what is no day is said', async () => {
  const onChange = vi.fn<(asked: object) => void>();
  await show(<TransferFilters value={nothingAsked} onChange={onChange} />, { load: loadTexts });
  await typeDay('31021990');
  await expect.element(page.getByText('Esta data não existe no calendário.')).toBeVisible();
  await expect.element(search).toBeDisabled();
  await typeDay('03022026');
  await search.click();
  expect(onChange.mock.calls).toEqual([[{ ...nothingAsked, day: '2026-02-03' }]]);
});
