import { SupportLink } from '#platform/web/support/support-link.tsx';
import type { Transfer } from '../contract.ts';

/** Of a transfer that came to nothing, or that waits for a person: who can be asked about it. */
export function AskSupport({ transfer: { Id, Status, Reviewed } }: { transfer: Transfer }) {
  const isWaiting = Status === 'in_progress' && Reviewed;
  return Status === 'canceled' || isWaiting ? (
    <p>
      <SupportLink about={Id} />
    </p>
  ) : null;
}
