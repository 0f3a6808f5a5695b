import { getLocalTimeZone } from '@internationalized/date';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '#platform/languages.ts';
import { timeZone } from '../time-zone.ts';
import { Button } from './button.tsx';
import { DateField } from './date-field.tsx';
import { show } from '#testing/web/show.tsx';

/** A form as on the profile: what is shown in the field is what is sent. */
async function showForm(first: string | null, language: Language, firstYear?: number) {
  const onSend = vi.fn<(day: string | null) => void>();
  function Form() {
    const [day, setDay] = useState(first);
    return (
      <>
        <DateField label="Day" value={day} onChange={setDay} {...(firstYear && { firstYear })} />
        <Button onClick={() => onSend(day)}>Send</Button>
        <Button onClick={() => setDay('2026-05-06')}>Another</Button>
      </>
    );
  }
  await show(<Form />, { language });
  return onSend;
}

const group = () => page.getByRole('group', { name: 'Day' });
const shownText = () =>
  group()
    .element()
    .textContent.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '');

async function type(digits: string, part = 0) {
  await group().getByRole('spinbutton').nth(part).click();
  await userEvent.keyboard(digits);
}

async function send() {
  (page.getByRole('button', { name: 'Send' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

test.each([
  ['pt-BR', '31021990', '31/02/1990', 'Esta data não existe no calendário.'],
  ['pt-BR', '29022025', '29/02/2025', 'Esta data não existe no calendário.'],
  ['en', '02301990', '02/30/1990', 'This date does not exist in the calendar.'],
  ['es', '31042020', '31/04/2020', 'Esta fecha no existe en el calendario.'],
  ['zh-CN', '19900231', '1990/02/31', '日历中没有这个日期。'],
  ['fa', '14040731', '۱۴۰۴/۰۷/۳۱', 'این روز وجود ندارد.'],
  ['fa', '14041230', '۱۴۰۴/۱۲/۳۰', 'این روز وجود ندارد.'],
] as const)(
  '[L12] in %s a day that does not exist, %s, stays as typed, is said and not sent',
  async (language, digits, shown, said) => {
    const onSend = await showForm('1985-12-24', language, 1900);
    await type(digits);
    await send();
    expect(onSend).toHaveBeenCalledExactlyOnceWith(null);
    expect(shownText()).toBe(shown);
    await expect.element(page.getByRole('alert')).toHaveTextContent(said);
  },
);

test.each([
  ['a year of three digits', '2412198', 0],
  ['a year of two digits', '241226', 0],
  ['a cleared day', '{Backspace}{Backspace}', 0],
  ['a cleared year', '{Backspace}{Backspace}{Backspace}{Backspace}', 2],
])('[L12] %s is half a date: it is said, and the old day is not sent', async (_, keys, part) => {
  const onSend = await showForm('1990-11-17', 'pt-BR', 1900);
  await type(keys, part);
  await send();
  expect(onSend).toHaveBeenCalledExactlyOnceWith(null);
  await expect.element(page.getByText('Informe a data completa.')).toBeVisible();
});

test.each([
  ['pt-BR', '29022024', '2024-02-29'],
  ['en', '12241985', '1985-12-24'],
  ['zh-CN', '19851224', '1985-12-24'],
  ['fa', '14031230', '2025-03-20'],
  ['fa', '۱۴۰۴۰۱۳۱', '2025-04-20'],
] as const)('[L12] in %s the day %s is sent as it is shown', async (language, digits, day) => {
  const onSend = await showForm(null, language, 1900);
  await type(digits);
  await send();
  expect(onSend).toHaveBeenCalledExactlyOnceWith(day);
  await expect.element(group()).not.toHaveAttribute('data-invalid');
});

test('[L12] a date is corrected where it stands, to the same day as before too', async () => {
  const onSend = await showForm('1990-11-17', 'pt-BR', 1900);
  await type('{Backspace}{Backspace}');
  await send();
  await type('17');
  await send();
  expect(onSend.mock.calls).toEqual([[null], ['1990-11-17']]);
  await expect.element(page.getByText('Informe a data completa.')).not.toBeInTheDocument();
});

test('[L12] a day from elsewhere, as with the back button, replaces what was left half typed', async () => {
  const onSend = await showForm('2026-01-02', 'pt-BR');
  await type('{Backspace}{Backspace}');
  await send();
  await page.getByRole('button', { name: 'Another' }).click();
  await expect.poll(shownText).toBe('06/05/2026');
  await send();
  expect(onSend.mock.calls).toEqual([[null], ['2026-05-06']]);
});

test('[L13] date fields do not ask a browser for a zone that it may not know', () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  expect(getLocalTimeZone()).toBe(timeZone);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});

test('[B4] in Persian an empty part and a chosen day are said in Persian, the hint once', async () => {
  const said = () =>
    [group().element(), ...group().getByRole('spinbutton').elements()].map((part) =>
      [part.getAttribute('aria-valuetext'), ...describing(part)].join(' '),
    );
  await show(<DateField label="Day" hint="راهنما" value={null} onChange={() => undefined} />, { language: 'fa' });
  expect(said()).toEqual([' راهنما', 'خالی راهنما', 'خالی ', 'خالی ']);
});

const describing = (part: Element) =>
  (part.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
