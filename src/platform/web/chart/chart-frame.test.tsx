import { expect, test, vi } from 'vitest';
import { show } from '#testing/web/show.tsx';
import { ChartFrame } from './chart-frame.tsx';

const drawing = { y: () => 0, levels: [], nearest: (x: number) => Math.round(x / 10) };

test('[D5] a leaving pointer clears what it pointed at, but not what was selected while it was still', async () => {
  const [onLook, onLeave] = [vi.fn(), vi.fn()];
  const frame = { ref: null, width: 300, height: 100, letters: 1, drawing, names: null };
  const { container } = await show(
    <ChartFrame {...frame} onLook={onLook} onLeave={onLeave}>
      <path d="M0 0H300V100H0Z" />
    </ChartFrame>,
  );
  const chart = container.querySelector('svg') as SVGSVGElement;
  const { left } = chart.getBoundingClientRect();
  const point = (type: string, away: Element | null = null): void =>
    void chart.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: left + 200, relatedTarget: away }));
  onLook.mockClear();
  onLeave.mockClear();
  // As when the page moves under the pointer.
  point('pointerover', document.body);
  point('pointerout', document.body);
  expect([onLook.mock.calls, onLeave.mock.calls]).toEqual([[], []]);
  point('pointerover', document.body);
  point('pointermove');
  expect([onLook.mock.calls, onLeave.mock.calls]).toEqual([[[20]], []]);
  point('pointerout', document.body);
  expect(onLeave).toHaveBeenCalledOnce();
  point('pointerover', document.body);
  point('pointerout', document.body);
  expect(onLeave).toHaveBeenCalledOnce();
});
