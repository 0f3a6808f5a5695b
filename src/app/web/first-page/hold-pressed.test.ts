import { beforeEach, expect, test, vi } from 'vitest';
import { holdPressed, takePressed } from './hold-pressed.ts';

const frame = '<header><a>Home</a><button type="button">Sell</button><button type="button">Buy</button></header>';
let place: HTMLElement;
const heard = vi.fn<(text: string) => void>();

// The listeners on the document stay for as long as the page lives.
holdPressed();

beforeEach(() => {
  heard.mockReset();
  document.body.innerHTML = `<div id="root" data-shell="frame">${frame}</div>`;
  place = document.getElementById('root') as HTMLElement;
});

const button = (name: string): HTMLButtonElement =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement;

/** Renders anew as the application does: all in one go, and interactive from then on. */
function drawAnew(html = frame): void {
  place.innerHTML = html;
  delete place.dataset.shell;
  for (const each of place.querySelectorAll('button')) each.addEventListener('click', () => heard(each.textContent));
}

function point(kind: 'pointerdown' | 'pointerup', target: Element): void {
  const { x, y, width, height } = target.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2 };
  target.dispatchEvent(new PointerEvent(kind, { bubbles: true, ...at }));
}

test('[G7] the last press in an unresponsive frame is replayed on the re-rendered one', () => {
  button('Sell').click();
  button('Buy').click();
  const giveBack = takePressed(place);
  drawAnew();
  expect(heard).not.toHaveBeenCalled();
  giveBack();
  expect(heard.mock.calls).toEqual([['Buy']]);
  giveBack();
  expect(heard).toHaveBeenCalledTimes(1);
});

test('[G7] so is a press between the start and the end of rendering', () => {
  const giveBack = takePressed(place);
  button('Buy').click();
  drawAnew();
  giveBack();
  expect(heard.mock.calls).toEqual([['Buy']]);
});

test('[G7] a press that spans the re-render counts as one', () => {
  const giveBack = takePressed(place);
  point('pointerdown', button('Sell'));
  drawAnew();
  point('pointerup', button('Sell'));
  giveBack();
  expect(heard.mock.calls).toEqual([['Sell']]);
});

test('[G7] a press released beside the button is ignored, and a handled one is not repeated', () => {
  point('pointerdown', button('Sell'));
  drawAnew();
  point('pointerup', button('Buy'));
  expect(heard).not.toHaveBeenCalled();
  point('pointerdown', button('Sell'));
  point('pointerup', button('Sell'));
  button('Sell').click();
  expect(heard.mock.calls).toEqual([['Sell']]);
});

test('[G7] nothing is pressed where another element stands now', () => {
  button('Buy').click();
  const giveBack = takePressed(place);
  drawAnew('<header><a>Home</a><a>Buy</a></header>');
  giveBack();
  expect(heard).not.toHaveBeenCalled();
});
