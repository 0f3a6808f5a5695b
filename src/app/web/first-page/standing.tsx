import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect } from 'react';

let tell = (): void => undefined;

/** Once what was drawn ahead has been taken over, or drawn anew, down to its screen. */
export function whenStanding(): Promise<void> {
  return new Promise((resolve) => (tell = resolve));
}

/** Around the screen: it answers from here on. */
export function Standing({ children }: { children: ReactNode }) {
  useEffect(() => tell(), []);
  return children;
}

interface DrawnProps {
  /** In the same moment as the first drawing: no press falls in between. */
  onDrawn: () => void;
  children: ReactNode;
}

/** Around everything that is drawn in place of what was drawn ahead, which is gone from then on. */
export function Drawn({ onDrawn, children }: DrawnProps) {
  const tellDrawn = useEffectEvent(onDrawn);
  useLayoutEffect(() => tellDrawn(), []);
  return children;
}
