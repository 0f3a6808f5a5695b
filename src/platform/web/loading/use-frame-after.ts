import { startTransition, useEffect, useState } from 'react';
import { holdCalm } from './calm.ts';

/**
 * Whether it is time for what follows: it is drawn in a frame of its own, after what stands before it is on the screen. On a cheap phone one
 * drawing of both would keep the page from answering. Until then nothing is fetched that the page can do without.
 */
export function useFrameAfter(isThere: boolean): boolean {
  const [isTime, setTime] = useState(false);
  useEffect(() => (isTime ? undefined : holdCalm()), [isTime]);
  useEffect(() => {
    if (!isThere || isTime) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => startTransition(() => setTime(true));
    // A page that nobody looks at is not drawn.
    if (document.hidden) return follow();
    const frame = requestAnimationFrame(() => (timer = setTimeout(follow)));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isThere, isTime]);
  return isTime;
}
