import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';

function Filtered() {
  const [isFiltered, setFiltered] = useState(true);
  const [isThere, setThere] = useState(true);
  return (
    <main aria-label="Stakes">
      {isThere && (
        <section aria-label="Lista">
          {isFiltered && <button onClick={() => setFiltered(false)}>Limpar</button>}
          {!isFiltered && <button onClick={() => setThere(false)}>Tirar</button>}
        </section>
      )}
      <button>Outro</button>
    </main>
  );
}

const name = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

test('[B1] [L8] what goes with a press leaves the focus to what is around it, and never takes it from where it is', async () => {
  await show(<Filtered />);
  page.getByRole('button', { name: 'Limpar' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(name).toBe('Lista');
  await userEvent.keyboard('{Tab}');
  expect(name()).toBe('Tirar');
  await userEvent.keyboard('{Enter}');
  await expect.poll(name).toBe('Stakes');
  page.getByRole('button', { name: 'Outro' }).element().focus();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(name()).toBe('Outro');
});
