import { createContext, useContext } from 'react';
import type { Me } from './queries.ts';

const MeContext = createContext<Me | null>(null);

export const MeProvider = MeContext.Provider;

/** Who is in. Every screen is shown to somebody. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('useMe outside of MeProvider');
  return me;
}
