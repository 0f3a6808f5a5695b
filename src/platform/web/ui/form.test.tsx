import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { Form, Submit } from './form.tsx';

const send = vi.fn<() => void>();

function Sending() {
  const [isWorking, setIsWorking] = useState(false);
  const submit = () => {
    send();
    setIsWorking(true);
  };
  return (
    <Form onSubmit={submit} isWorking={isWorking}>
      <input aria-label="Nome" required />
      <button type="submit">Enviar</button>
    </Form>
  );
}

test('[L4] a form sends once until it is answered, keeps the page, and leaves what is missing to its own words', async () => {
  const address = window.location.href;
  await show(<Sending />);
  const button = page.getByRole('button', { name: 'Enviar' });
  await button.click();
  await button.click();
  expect(send).toHaveBeenCalledOnce();
  expect(window.location.href).toBe(address);
});

test('[L8] the button says what keeps the form from being sent, and leads to the remedy if there is one', async () => {
  const submitted = vi.fn<() => void>();
  const mend = vi.fn<() => void>();
  const says = (block: { says: string; mend?: () => void } | null) => (
    <Form blocked={block} onSubmit={submitted}>
      <Submit>Aplicar</Submit>
    </Form>
  );
  const screen = await show(says({ says: 'Escolha um valor' }));
  await page.getByRole('button', { name: 'Escolha um valor' }).click();
  expect(submitted).toHaveBeenCalledOnce();
  await screen.unmount();
  const bringing = await show(says({ says: 'Trazer US$ 483,00', mend }));
  await page.getByRole('button', { name: 'Trazer US$ 483,00' }).click();
  expect(mend).toHaveBeenCalledOnce();
  await bringing.unmount();
  await show(says(null));
  await page.getByRole('button', { name: 'Aplicar' }).click();
  expect(submitted).toHaveBeenCalledTimes(2);
});
