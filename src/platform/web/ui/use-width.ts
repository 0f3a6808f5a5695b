import { type RefCallback, useCallback, useState } from 'react';

/**
 * The width of an element as it changes: whole pixels, 0 until measured. Also the scale of the reader's font size against the usual:
 * graphics drawn in pixels leave room for it.
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
