import { readWaiting } from '#console/waiting-contract.ts';
import { useStaffQuery } from './use-staff-query.ts';

const everyMs = 15_000;

/** How many requests wait for the member's decision; null while that is not known. */
export function useToDecide(): number | null {
  return useStaffQuery(readWaiting, {}, { everyMs }).data?.ToDecide ?? null;
}
