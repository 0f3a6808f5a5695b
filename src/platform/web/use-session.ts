import { useSyncExternalStore } from 'react';
import { onSession, readSession } from './session.ts';

export function useSession() {
  return useSyncExternalStore(onSession, readSession, readSession);
}
