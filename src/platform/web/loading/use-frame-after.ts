import { startTransition, useEffect, useState } from 'react';
import { holdCalm } from './calm.ts';

/**
 * Whether the next content may render: in a frame of its own, after what precedes it is on screen. On a cheap phone rendering both together
 * would block the page. Until then nothing dispensable is fetched.
 */
export function useFrameAfter(isThere: boolean): boolean {
  const [isTime, setTime] = useState(false);
  useEffect(() => (isTime ? undefined : holdCalm()), [isTime]);
  useEffect(() => {
    if (!isThere || isTime) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => startTransition(() => setTime(true));
    // A hidden page is not painted.
    if (document.hidden) return follow();
    const frame = requestAnimationFrame(() => (timer = setTimeout(follow)));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isThere, isTime]);
  return isTime;
}
