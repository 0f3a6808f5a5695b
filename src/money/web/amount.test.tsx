import { expect, test } from 'vitest';
import { show } from '#testing/web/show.tsx';
import type { Language } from '#platform/languages.ts';
import { usd } from '../money.ts';
import { Amount, useUsd } from './amount.tsx';
import { ExactUsd } from './exact-usd.tsx';

async function shown(value: number, language: Language = 'pt-BR', tone: 'plain' | 'change' | 'moved' = 'plain') {
  const { container } = await show(<Amount value={value} tone={tone} />, { language });
  return (container.querySelector('[class*=amount]')?.textContent ?? '').replace(/\u00a0/g, ' ').replace(/\u200e/g, '');
}

test.each([
  ['pt-BR', 'US$ 12.345.678,90'],
  ['en', '$12,345,678.90'],
  ['es', 'US$ 12.345.678,90'],
  ['zh-CN', 'US$12,345,678.90'],
  ['fa', '$۱۲٬۳۴۵٬۶۷۸٫۹۰'],
] as const)('[B7] money in %s is written in full and as USD: %s', async (language, text) => {
  expect(await shown(12_345_678.9, language)).toBe(text);
});

test.each([
  [0, 'US$ 0,00'],
  [1.15, 'US$ 1,15'],
  [0.29, 'US$ 0,29'],
  [1_000, 'US$ 1.000,00'],
  [0.019999, 'US$ 0,01'],
  [-0.009, '-US$ 0,01'],
  [-1.300001, '-US$ 1,31'],
  [1974.809999, 'US$ 1.974,80'],
  [1_000_000_000.99, 'US$ 1.000.000.000,99'],
])('[L7] %d is shown to the cent and never as more than it is', async (value, text) => {
  expect(await shown(value)).toBe(text);
});

test.each([
  [5, '+US$ 5,00', 'gain'],
  [-5, '-US$ 5,00', 'loss'],
  [0, 'US$ 0,00', 'still'],
  [0.001, 'US$ 0,00', 'still'],
])('a change of %d is shown by sign and direction, not by colour alone', async (value, text, direction) => {
  const { container } = await show(<Amount value={value} tone="change" />);
  const amount = container.querySelector('[data-direction]');
  expect(amount?.textContent?.replace(/\u00a0/g, ' ')).toBe(text);
  expect(amount?.getAttribute('data-direction')).toBe(direction);
  expect(amount?.querySelectorAll('svg')).toHaveLength(direction === 'still' ? 0 : 1);
});

test('[G2] a move between own pockets has its sign, but neither colour nor arrow', async () => {
  expect(await shown(-300, 'pt-BR', 'moved')).toBe('-US$ 300,00');
  expect(await shown(300, 'pt-BR', 'moved')).toBe('+US$ 300,00');
  const { container } = await show(<Amount value={-300} tone="moved" />);
  expect(container.querySelector('[data-direction], svg')).toBeNull();
});

function Sentence({ words }: { words: number }) {
  const format = useUsd();
  return <p style={{ inlineSize: 200 }}>{`${'نتیجه '.repeat(words)}${format(123_456.78, 'exceptZero')} است`}</p>;
}

test.each(['fa', 'en'] as const)('[B7] in %s a line never breaks between a sign and its figure', async (language) => {
  for (let words = 1; words < 12; words += 1) {
    const { container } = await show(<Sentence words={words} />, { language });
    const text = container.querySelector('p')?.firstChild as Text;
    const lines = ['+', '$'].map((sign) => {
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(sign));
      range.setEnd(text, text.data.indexOf(sign) + 1);
      return range.getBoundingClientRect().top;
    });
    expect(lines[0], `${words} words`).toBeCloseTo(lines[1] as number, 0);
    container.remove();
  }
});

/** The number of lines that the text of an amount takes. */
function linesOf(amount: Element): number {
  const range = document.createRange();
  range.selectNodeContents(amount);
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
}

test.each(['pt-BR', 'en', 'es', 'zh-CN', 'fa'] as const)(
  '[B7] in %s money stays on one line within its place, however narrow and however large the letters',
  async (language) => {
    for (const inlineSize of [120, 160, 256, 700]) {
      const { container } = await show(
        <div style={{ containerType: 'inline-size', inlineSize, fontSize: 56 }}>
          <p>
            <Amount value={-12_345_678.9} />
          </p>
          <p>
            <ExactUsd amount={usd('-12345678.901234')} />
          </p>
        </div>,
        { language },
      );
      const place = container.querySelector('div') as HTMLElement;
      for (const amount of place.querySelectorAll('p > span')) expect(linesOf(amount), `${inlineSize} px`).toBe(1);
      expect(place.scrollWidth, `${inlineSize} px`).toBeLessThanOrEqual(inlineSize);
      container.remove();
    }
  },
);
