import { type RefObject, useEffect, useRef } from 'react';

/** On arriving at another screen one is at its top, and the keyboard and the screen reader are where the page begins. */
export function useArrival(content: RefObject<HTMLElement | null>, pathname: string): void {
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [content, pathname]);
}
