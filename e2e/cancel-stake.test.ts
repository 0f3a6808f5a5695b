import { expect, testInside as test } from './installation/investor.ts';

test('[S5] [S7] cancelling early returns sixty per cent, as shown beforehand', async ({ page, investor }) => {
  await investor.bring(300);
  await investor.open(300, 30);
  await page.goto('/stake');
  await page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar stake' });
  for (const said of ['US$ 300,00', '40%', 'US$ 120,00', 'US$ 180,00']) await expect(dialog).toContainText(said);
  await dialog.getByRole('button', { name: 'Cancelar e receber US$ 180,00' }).click();
  await expect(page.getByText('Stake cancelada com sucesso!')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Cancelada' })).toContainText('US$ 180,00');
  await expect(page.getByRole('banner').getByText('US$ 180,00')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' })).toHaveCount(0);
});

for (const isFollowing of [true, false]) {
  const [standing, outcome] = isFollowing
    ? ['a page that follows what happens', 'says so before it is asked']
    : ['a page that hears nothing', 'is refused and shows it as what it is'];

  test(
    `[S7] a stake was cancelled on another device: ${standing} ${outcome}`,
    { tag: '@desk' },
    async ({ page, browser, investor }) => {
      await investor.bring(100);
      await investor.open(100, 30);
      if (!isFollowing) await page.route('**/api/events', (route) => route.abort());
      await page.goto('/stake');
      // A different device: a tab of the same browser would find the confirmed cancellation in its storage and ask how it ended.
      const elsewhere = await browser.newPage();
      await elsewhere.addInitScript(`localStorage.setItem('token', '${investor.token}')`);
      await elsewhere.goto('/stake');
      for (const tab of [elsewhere, page]) {
        await tab.getByRole('button', { name: 'Cancelar a stake de US$ 100,00' }).click();
      }
      await elsewhere.getByRole('button', { name: 'Cancelar e receber US$ 60,00' }).click();
      await expect(elsewhere.getByText('Stake cancelada com sucesso!')).toBeVisible();
      await elsewhere.close();
      const confirm = page.getByRole('button', { name: 'Cancelar e receber US$ 60,00' });
      if (isFollowing) {
        await expect(page.getByText('Esta stake já foi encerrada e não pode ser cancelada.')).toBeVisible();
        for (const offered of [confirm, page.getByRole('button', { name: 'Manter a stake' })])
          await expect(offered).toHaveCount(0);
        await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click();
      } else {
        await confirm.click();
        await expect(page.getByText('Esta stake já foi encerrada e não pode ser cancelada.')).toBeVisible();
      }
      await expect(page.getByRole('row').filter({ hasText: 'Cancelada' })).toHaveCount(1);
      await expect(page.getByRole('banner').getByText('US$ 60,00')).toBeVisible();
    },
  );
}
