import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { usd } from '../money.ts';
import { AmountField } from './amount-field.tsx';

function Field({ all }: { all: string }) {
  const [typed, setTyped] = useState('');
  return (
    <AmountField label="Valor" value={typed} onChange={setTyped} all={{ amount: usd(all), label: 'Sacar tudo' }} />
  );
}

test('[G2] one press enters all that is available', async () => {
  await show(<Field all="12345678.90" />);
  await page.getByRole('button', { name: 'Sacar tudo' }).click();
  await expect.element(page.getByRole('textbox')).toHaveValue('12.345.678,90');
});

test.each([
  ['pt-BR', 'US$', 'before'],
  ['en', '$', 'before'],
  ['es', 'US$', 'before'],
  ['fa', '$', 'after'],
] as const)(
  '[B7] in %s the dollar sign, %s, stands %s the input, as beside every amount',
  async (language, sign, where) => {
    await show(<Field all="10" />, { language });
    const field = page.getByRole('textbox').element();
    const beside = where === 'before' ? field.previousElementSibling : field.nextElementSibling;
    expect(beside?.textContent).toBe(sign);
  },
);

test('[G2] with nothing left, all is not offered', async () => {
  await show(<Field all="0" />);
  await expect.element(page.getByRole('textbox')).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(0);
});

test('[L12] what is no amount is said when the field is left, and stays as typed', async () => {
  await show(<Field all="0" />, { language: 'en' });
  const field = page.getByRole('textbox');
  await field.fill('0,001');
  await userEvent.tab();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText('Enter a valid amount.')).toBeVisible();
  await expect.element(field).toHaveValue('0,001');
  await field.fill('0,01');
  await userEvent.tab();
  await expect.element(field).toHaveValue('0.01');
  await expect.element(page.getByText('Enter a valid amount.')).not.toBeInTheDocument();
});
