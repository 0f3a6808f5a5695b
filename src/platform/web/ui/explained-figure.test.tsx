import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { keepUuid } from '../session.ts';
import { ExplainedFigure } from './explained-figure.tsx';

afterEach(() => localStorage.clear());

test('a figure links to its explanation, and its accessible name says so', async () => {
  keepUuid('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
  await show(
    <ExplainedFigure figure="stake" of="7" name="Lucro gerado">
      US$ 15,00
    </ExplainedFigure>,
  );
  const link = page.getByRole('link', { name: 'US$ 15,00 Lucro gerado: por que este número' });
  await expect.element(link).toHaveAttribute('href', '/explanation/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/stake/7');
});

test('without a known owner it is only a figure', async () => {
  await show(
    <ExplainedFigure figure="balance" name="Saldo">
      US$ 15,00
    </ExplainedFigure>,
    { isStranger: true },
  );
  await expect.element(page.getByText('US$ 15,00')).toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});

test('the line below a figure is quiet until the figure is pointed at or focused', async () => {
  await show(
    <>
      <ExplainedFigure figure="balance" name="Saldo">
        US$ 15,00
      </ExplainedFigure>
      <p>Elsewhere</p>
    </>,
  );
  await userEvent.hover(page.getByText('Elsewhere'));
  const link = page.getByRole('link');
  const lineOf = () => getComputedStyle(link.element()).textDecorationColor;
  const quiet = document.createElement('i');
  quiet.style.color = 'var(--line-strong)';
  document.body.append(quiet);
  expect(lineOf()).toBe(getComputedStyle(quiet).color);
  quiet.remove();
  (link.element() as HTMLElement).focus();
  await userEvent.hover(link);
  await expect.poll(lineOf).toBe(getComputedStyle(link.element()).color);
});
