import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { isCalmHeld } from './calm.ts';
import { useFrameAfter } from './use-frame-after.ts';

function Figures({ areThere }: { areThere: boolean }) {
  return useFrameAfter(areThere) ? <p>100,00</p> : <p>…</p>;
}

test('[G7] non-essential requests wait until the figures are rendered, even between two frames', async () => {
  const screen = await render(<Figures areThere={false} />);
  expect(isCalmHeld()).toBe(true);
  let heldWhenDrawn: boolean | undefined;
  const watch = new MutationObserver(() => (heldWhenDrawn ??= isCalmHeld()));
  watch.observe(screen.container, { subtree: true, childList: true, characterData: true });
  await screen.rerender(<Figures areThere />);
  await expect.element(screen.getByText('100,00')).toBeVisible();
  await expect.poll(isCalmHeld).toBe(false);
  watch.disconnect();
  expect(heldWhenDrawn).toBe(true);
});

test('[G7] a screen left before its figures arrived blocks nothing', async () => {
  const screen = await render(<Figures areThere={false} />);
  expect(isCalmHeld()).toBe(true);
  await screen.unmount();
  expect(isCalmHeld()).toBe(false);
});
