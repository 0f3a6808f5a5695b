import { type RefObject, useEffect, useState } from 'react';

const holding = ['pointerenter', 'focusin'] as const;
const releasing = ['pointerleave', 'focusout'] as const;

/** Whether the pointer or the focus is on it: what disappears automatically stays while it is being read. */
export function useIsHeld(element: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    const held = element.current;
    if (!held) return;
    const hold = () => setIsHeld(true);
    const release = () => setIsHeld(false);
    for (const event of holding) held.addEventListener(event, hold);
    for (const event of releasing) held.addEventListener(event, release);
    return () => {
      for (const event of holding) held.removeEventListener(event, hold);
      for (const event of releasing) held.removeEventListener(event, release);
    };
  }, [element]);
  return isHeld;
}
