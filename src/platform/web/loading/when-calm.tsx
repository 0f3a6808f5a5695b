import { type ReactNode, Suspense, useDeferredValue, useSyncExternalStore } from 'react';
import { isCalmNow, onCalm } from './calm.ts';

/** Defers content that nobody waits for until everything else is shown, also when prerendered. It renders without blocking input. */
export function WhenCalm({ children }: { children: ReactNode }) {
  const isTime = useDeferredValue(useSyncExternalStore(onCalm, isCalmNow, never));
  return isTime && <Suspense fallback={null}>{children}</Suspense>;
}

const never = (): boolean => false;
