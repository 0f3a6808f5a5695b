import { type ReactNode, Suspense, useDeferredValue, useSyncExternalStore } from 'react';
import { isCalmNow, onCalm } from './calm.ts';

/**
 * What nobody waits for: nothing of it until everything that is waited for stands, also where it is drawn ahead. It comes without
 * holding up what is pressed meanwhile.
 */
export function WhenCalm({ children }: { children: ReactNode }) {
  const isTime = useDeferredValue(useSyncExternalStore(onCalm, isCalmNow, never));
  return isTime && <Suspense fallback={null}>{children}</Suspense>;
}

const never = (): boolean => false;
