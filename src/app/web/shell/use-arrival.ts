import { type RefObject, useEffect, useRef } from 'react';

/**
 * After navigation to another screen, scrolls to the top and moves the focus to the beginning of the page, for keyboards and screen
 * readers.
 */
export function useArrival(content: RefObject<HTMLElement | null>, pathname: string): void {
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [content, pathname]);
}
