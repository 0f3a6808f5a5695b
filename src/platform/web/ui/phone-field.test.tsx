import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '#platform/languages.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { show } from '#testing/web/show.tsx';
import { Button } from './button.tsx';
import { PhoneField } from './phone-field.tsx';
import { firstCountry, readTypedPhone } from './read-typed-phone.ts';

async function showForm(language: Language, first = '') {
  const onSend = vi.fn<(phone: string | null) => void>();
  function Form() {
    const [typed, setTyped] = useState<{ phone: string; country: string | null }>({ phone: first, country: null });
    const { language: present, choose } = useLanguage();
    const send = async () => onSend(await readTypedPhone(typed.country ?? firstCountry(present), typed.phone));
    return (
      <>
        <PhoneField label="Phone" value={typed} onChange={setTyped} />
        <Button onClick={() => void send()}>Send</Button>
        <Button onClick={() => choose('fa')}>Persian</Button>
      </>
    );
  }
  await show(<Form />, { language });
  return onSend;
}

const field = () => page.getByLabelText('Phone', { exact: true });

test.each([
  ['pt-BR', 'BR', '(11) 98765-4321', '+5511987654321'],
  ['fa', 'IR', '۰۹۱۲ ۳۴۵ ۶۷۸۹', '+989123456789'],
  ['zh-CN', 'CN', '138 0013 8000', '+8613800138000'],
] as const)('[L12] in %s a number of %s is typed as at home', async (language, country, typed, meant) => {
  const onSend = await showForm(language);
  await expect.element(page.getByRole('combobox')).toHaveValue(country);
  await field().fill(typed);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => onSend.mock.calls).toEqual([[meant]]);
});

test.each(['en', 'es', 'fa', 'zh-CN'] as const)(
  '[L12] in %s a Brazilian number is read by the country chosen beside it',
  async (language) => {
    const onSend = await showForm(language);
    await field().click();
    await expect.poll(() => page.getByRole('combobox').element().childElementCount).toBeGreaterThan(200);
    await userEvent.selectOptions(page.getByRole('combobox'), 'BR');
    await field().fill('11 98765 4321');
    await userEvent.tab();
    await expect.element(field()).toHaveValue('(11) 98765-4321');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => onSend.mock.calls).toEqual([['+5511987654321']]);
  },
);

test('[L12] what was typed in Portuguese stays the same number in another language', async () => {
  const onSend = await showForm('pt-BR');
  await field().fill('(11) 98765-4321');
  await page.getByRole('button', { name: 'Persian' }).click();
  await expect.element(page.getByRole('combobox', { name: 'کشور' })).toHaveValue('BR');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => onSend.mock.calls).toEqual([['+5511987654321']]);
});

test('[L12] a number with a code, kept or typed, chooses its country', async () => {
  await showForm('pt-BR', '+989123456789');
  await expect.element(page.getByRole('combobox')).toHaveValue('IR');
  await expect.element(field()).toHaveValue('0912 345 6789');
  await field().fill('+44 20 7946 0958');
  await userEvent.tab();
  await expect.element(page.getByRole('combobox')).toHaveValue('GB');
  await expect.element(field()).toHaveValue('020 7946 0958');
});
