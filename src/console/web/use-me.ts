import { createContext, useContext } from 'react';
import type { Me } from './queries.ts';

const MeContext = createContext<Me | null>(null);

export const MeProvider = MeContext.Provider;

/** The logged-in member. Every screen requires one. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('useMe outside of MeProvider');
  return me;
}
