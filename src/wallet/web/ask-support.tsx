import { SupportLink } from '#platform/web/support/support-link.tsx';
import type { Transfer } from '../contract.ts';

/** A support link for a transfer that was cancelled or that waits for a person. */
export function AskSupport({ transfer: { Id, Status, Reviewed } }: { transfer: Transfer }) {
  const isWaiting = Status === 'in_progress' && Reviewed;
  return Status === 'canceled' || isWaiting ? (
    <p>
      <SupportLink about={Id} />
    </p>
  ) : null;
}
