import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { Percent } from './percent.tsx';

/** The horizontal distance from one letter of a sentence to another. */
function distance(sentence: Element, from: string, to: string): number {
  const text = sentence.textContent ?? '';
  const nodes = document.createTreeWalker(sentence, NodeFilter.SHOW_TEXT);
  const lefts = new Map<string, number>();
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    for (const letter of [from, to]) {
      const at = node.textContent?.indexOf(letter) ?? -1;
      if (at === -1) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      lefts.set(letter, range.getBoundingClientRect().left);
    }
  }
  expect([...lefts.keys()].toSorted(), text).toEqual([from, to].toSorted());
  return (lefts.get(to) ?? 0) - (lefts.get(from) ?? 0);
}

test('[B7] a Persian percentage has its sign on the same side, whatever word precedes it', async () => {
  await show(
    <>
      <p role="note" aria-label="alone">
        <Percent value={40} /> مبلغ
      </p>
      <p role="note" aria-label="behind">
        سود <Percent value={40} /> مبلغ
      </p>
    </>,
    { language: 'fa' },
  );
  const [alone, behind] = ['alone', 'behind'].map((name) => page.getByRole('note', { name }).element());
  for (const sentence of [alone, behind]) expect(distance(sentence as Element, '۴', '٪')).toBeGreaterThan(0);
});
