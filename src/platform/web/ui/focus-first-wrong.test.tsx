import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogActions, DialogBody } from './dialog-parts.tsx';
import { Form } from './form.tsx';
import { RadioCards } from './radio-cards.tsx';
import { TextField } from './text-field.tsx';

/** Refused by the form itself, or by the server a while later. */
function Withdrawal({ wrong, afterMs = 0 }: { wrong: 'field' | 'choice'; afterMs?: number }) {
  const [isRefused, setIsRefused] = useState(false);
  const refuse = () => void setTimeout(() => setIsRefused(true), afterMs);
  const error = isRefused && 'Informe um valor válido.';
  return (
    <Dialog title="Solicitar Saque" isOpen onClose={() => undefined}>
      <Form onSubmit={afterMs === 0 ? () => setIsRefused(true) : refuse}>
        <DialogBody>
          <TextField label="Valor" value="" onChange={() => undefined} error={wrong === 'field' && error} />
          <RadioCards
            label="Moeda"
            value={null}
            options={[{ value: 'brl', label: 'Real' }]}
            onChange={() => undefined}
            error={wrong === 'choice' && error}
          />
          <div style={{ blockSize: 1_500 }}>Muito</div>
        </DialogBody>
        <DialogActions>
          <Button type="submit">Sacar</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

test.each([
  ['field', () => page.getByRole('textbox', { name: 'Valor' })],
  ['choice', () => page.getByRole('radio', { name: 'Real' })],
] as const)(
  '[G2] on a phone the first wrong %s scrolls into sight above the buttons, has the focus, and its error is described',
  async (wrong, locate) => {
    await page.viewport(360, 740);
    await show(<Withdrawal wrong={wrong} />);
    const send = page.getByRole('button', { name: 'Sacar' });
    await expect.element(send).toBeVisible();
    const body = locate().element().closest('form')?.firstElementChild as HTMLElement;
    body.scrollTop = body.scrollHeight;
    await send.click();
    await expect.element(locate()).toHaveFocus();
    const box = locate().element().getBoundingClientRect();
    expect(box.top).toBeGreaterThanOrEqual(body.getBoundingClientRect().top);
    expect(box.bottom).toBeLessThanOrEqual(send.element().getBoundingClientRect().top);
    const described = wrong === 'field' ? locate() : page.getByRole('group', { name: 'Moeda' });
    await expect.element(described).toHaveAccessibleDescription('Informe um valor válido.');
  },
);

test('[F1] what the server refuses at a field calls the focus there too, unless its owner has gone on', async () => {
  await page.viewport(1440, 900);
  const first = await show(<Withdrawal wrong="field" afterMs={200} />);
  const field = page.getByRole('textbox', { name: 'Valor' });
  await page.getByRole('button', { name: 'Sacar' }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription('Informe um valor válido.');
  await first.unmount();
  await show(<Withdrawal wrong="field" afterMs={200} />);
  await page.getByRole('button', { name: 'Sacar' }).click();
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('button', { name: 'Fechar' })).toHaveFocus();
});

test('[F1] an error where the focus is already is read out at once; elsewhere it waits for the focus', async () => {
  const first = await show(<Withdrawal wrong="field" />);
  await expect.element(page.getByRole('button', { name: 'Sacar' })).toBeVisible();
  page.getByRole('textbox', { name: 'Valor' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Informe um valor válido.');
  await first.unmount();
  await show(<Withdrawal wrong="field" />);
  await page.getByRole('button', { name: 'Sacar' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Valor' })).toHaveFocus();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

/** What is wrong is known a while after the form is sent, and stays until it is sent again. */
function Account() {
  const [typed, setTyped] = useState({ name: '', email: '' });
  const [wrong, setWrong] = useState<'name' | 'email' | null>(null);
  const check = () => void setTimeout(() => setWrong(typed.name === '' ? 'name' : 'email'), 100);
  return (
    <Form onSubmit={check}>
      {(['name', 'email'] as const).map((field) => (
        <TextField
          key={field}
          label={field}
          value={typed[field]}
          onChange={(value) => setTyped({ ...typed, [field]: value })}
          error={wrong === field && 'Falta.'}
        />
      ))}
      <Button type="submit">Criar conta</Button>
    </Form>
  );
}

test('[F1] a field that was wrong before does not keep the focus from the one that is wrong now', async () => {
  await show(<Account />);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect.element(page.getByLabelText('name')).toHaveFocus();
  await userEvent.keyboard('Ana');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect.element(page.getByLabelText('email')).toHaveFocus();
});
