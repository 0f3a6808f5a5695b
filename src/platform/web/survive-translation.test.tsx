import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Amount } from '#money/web/amount.tsx';
import { show } from '#testing/web/show.tsx';
import { Percent } from './ui/percent.tsx';
import './survive-translation.ts';

/** Text beside text, text that comes and goes, and elements that come before it. */
function Sentence() {
  const [n, setN] = useState(1);
  return (
    <button onClick={() => setN(n + 1)}>
      {n % 2 === 0 && <b>even</b>}
      You have {n} {n === 2 && 'two '}of <i>{n}</i> and {n}.{n === 3 && ' Three.'}
    </button>
  );
}

function font(content: Node | string): Element {
  const inner = document.createElement('font');
  inner.append(content);
  const outer = document.createElement('font');
  outer.append(inner);
  return outer;
}

const translators: Record<string, (text: Text) => void> = {
  'replaces a text': (text) => text.replaceWith(font(text.data)),
  'puts a text into an element': (text) => {
    const outer = font('');
    text.replaceWith(outer);
    outer.firstElementChild?.append(text);
  },
  'inserts a translation and then removes the text': (text) => {
    text.before(font(text.data));
    text.remove();
  },
  'removes a text and then inserts a translation': (text) => {
    const { parentNode, nextSibling } = text;
    text.remove();
    parentNode?.insertBefore(font(text.data), nextSibling);
  },
};

function translate(place: Element, how: (text: Text) => void): void {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('[translate=no], font') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  texts.filter(({ data }) => data.trim() !== '').forEach(how);
}

test.each(Object.entries(translators))(
  '[L13] the page follows its figures under a translator that %s',
  async (_, how) => {
    await show(<Sentence />);
    const button = page.getByRole('button').element() as HTMLElement;
    const expected = [
      'You have 1 of 1 and 1.',
      'evenYou have 2 two of 2 and 2.',
      'You have 3 of 3 and 3. Three.',
      'evenYou have 4 of 4 and 4.',
      'You have 5 of 5 and 5.',
    ];
    for (const text of expected) {
      await expect.poll(() => button.textContent?.replaceAll(/\s+/g, ' ')).toBe(text);
      translate(button, how);
      await Promise.resolve();
      button.click();
    }
  },
);

test('[L13] figures are not translated', async () => {
  await show(
    <p>
      <Amount value={1234.5} /> <Percent value={10} />
    </p>,
  );
  const paragraph = document.querySelector('p') as Element;
  const before = paragraph.innerHTML;
  translate(paragraph, translators['replaces a text'] as (text: Text) => void);
  expect(paragraph.innerHTML).toBe(before);
});
