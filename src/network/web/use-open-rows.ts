import { useState } from 'react';
import type { MemberOrder } from '../contract.ts';
import { rootId, useLevels } from './use-levels.ts';

/** The open rows and the levels below them. The first level is always open. */
export function useOpenRows(order: MemberOrder) {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  return { openIds, setOpenIds, ...useLevels([rootId, ...openIds], order) };
}
