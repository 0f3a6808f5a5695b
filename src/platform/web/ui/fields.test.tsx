import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { CopyButton } from './copy-button.tsx';
import { RadioCards } from './radio-cards.tsx';
import { Select } from './select.tsx';
import { StatTile, StatTiles } from './stat-tile.tsx';
import { TextField } from './text-field.tsx';

test("[F1] a field's error is associated with it, and does not hide the hint it needs", async () => {
  await show(
    <TextField label="Valor" value="" onChange={() => undefined} hint="Em dólares" error="Informe um valor." />,
  );
  const field = page.getByLabelText('Valor');
  await expect.element(field).toHaveAccessibleDescription('Informe um valor. Em dólares');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText('Em dólares')).toBeVisible();
});

function Periods() {
  const [days, setDays] = useState<number | null>(30);
  const options = [30, 60, 180].map((value) => ({ value, label: `${value} dias`, isDisabled: value === 60 }));
  return <RadioCards label="Período" options={options} value={days} onChange={setDays} />;
}

test('cards are a radio group: arrow keys select, and skip disabled options', async () => {
  await show(<Periods />);
  await expect.element(page.getByRole('group', { name: 'Período' })).toBeVisible();
  await page.getByRole('radio', { name: '30 dias' }).click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('radio', { name: '180 dias' })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: '60 dias' })).toBeDisabled();
});

test('[D2] copying is confirmed on the button and to screen readers', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await show(<CopyButton text="https://lastro.example/?ref=ANA" />);
  await page.getByRole('button', { name: 'Copiar' }).click();
  await expect.element(page.getByRole('button', { name: 'Copiado' })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('Copiado');
  expect(write).toHaveBeenCalledWith('https://lastro.example/?ref=ANA');
});

test('[D2] a failed clipboard write is reported, not shown as copied', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await show(<CopyButton text="x" />);
  await page.getByRole('button', { name: 'Copiar' }).click();
  await expect.element(page.getByText('Não foi possível copiar.', { exact: false })).toBeVisible();
  expect(page.getByRole('button', { name: 'Copiado' }).elements()).toHaveLength(0);
});

const assets = [
  { value: 'all', label: 'Todos' },
  { value: 'EURUSD', label: 'EUR/USD' },
] as const;

function AssetSelect() {
  const [asset, setAsset] = useState<'all' | 'EURUSD'>('all');
  return (
    <>
      <Select label="Ativo" options={assets} value={asset} onChange={setAsset} hint="Do relatório" />
      <StatTiles>
        <StatTile label="Escolhido" value={asset} note="agora" isLead />
      </StatTiles>
    </>
  );
}

test('a select is native, and associated with its label and hint', async () => {
  await show(<AssetSelect />);
  const select = page.getByLabelText('Ativo');
  await expect.element(select).toHaveAccessibleDescription('Do relatório');
  await select.selectOptions('EUR/USD');
  await expect.element(page.getByRole('definition').first()).toHaveTextContent('EURUSD');
});
