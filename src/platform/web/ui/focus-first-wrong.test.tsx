import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogActions, DialogBody } from './dialog-parts.tsx';
import { Form } from './form.tsx';
import { RadioCards } from './radio-cards.tsx';
import { TextField } from './text-field.tsx';

function Withdrawal({ wrong }: { wrong: 'field' | 'choice' }) {
  const [isRefused, setIsRefused] = useState(false);
  const error = isRefused && 'Informe um valor válido.';
  return (
    <Dialog title="Solicitar Saque" isOpen onClose={() => undefined}>
      <Form onSubmit={() => setIsRefused(true)}>
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
