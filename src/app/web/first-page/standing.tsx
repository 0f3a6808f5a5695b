import { type ReactNode, useEffect } from 'react';

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
