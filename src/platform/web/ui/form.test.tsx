import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { Form } from './form.tsx';

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
