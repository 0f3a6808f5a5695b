import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { Said } from './said.tsx';

test('[B1] what is said is seen at once, and heard once its live region is known', async () => {
  await show(<Said>US$ 50,00 no seu saldo.</Said>);
  const region = page.getByRole('status');
  const heard = () => region.element().querySelector('[aria-hidden=false]')?.textContent;
  await expect.element(region).toHaveTextContent('US$ 50,00 no seu saldo.');
  expect(heard()).toBeUndefined();
  await expect.poll(heard).toBe('US$ 50,00 no seu saldo.');
});
