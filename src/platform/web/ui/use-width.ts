import { type RefCallback, useCallback, useState } from 'react';

/**
 * How wide an element is, as it changes: whole pixels, 0 until it has been measured. Beside it, how many times as large as usual the
 * reader has letters: what is drawn in pixels leaves them room.
 */
export function useWidth(): [RefCallback<HTMLElement>, number, number] {
  const [{ width, letters }, setMeasured] = useState({ width: 0, letters: 1 });
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) =>
      setMeasured({
        width: Math.floor(entry?.contentRect.width ?? 0),
        letters: parseFloat(getComputedStyle(document.documentElement).fontSize) / 16,
      }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width, letters];
}
