import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect } from 'react';

let tell = (): void => undefined;

/** Resolves once the prerendered page has been taken over, or rendered anew, down to its screen. */
export function whenStanding(): Promise<void> {
  return new Promise((resolve) => (tell = resolve));
}

/** Wraps the screen, which is interactive from here on. */
export function Standing({ children }: { children: ReactNode }) {
  useEffect(() => tell(), []);
  return children;
}

interface DrawnProps {
  /** Called in the same task as the first render: no press falls in between. */
  onDrawn: () => void;
  children: ReactNode;
}

/** Wraps everything that replaces the prerendered content, which is gone from then on. */
export function Drawn({ onDrawn, children }: DrawnProps) {
  const tellDrawn = useEffectEvent(onDrawn);
  useLayoutEffect(() => tellDrawn(), []);
  return children;
}
