import { useState } from 'react';
import { rootId, useLevels } from './use-levels.ts';

/** Which rows are open, and what stands below them. The first level always is. */
export function useOpenRows() {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  return { openIds, setOpenIds, ...useLevels([rootId, ...openIds]) };
}
