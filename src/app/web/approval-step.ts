import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { later } from '#platform/web/loading/later.tsx';

/** Fetched only for customers with a second factor, when they give money up. */
const load = withLazyMessages(() => import('#secondfactor/web/approval-step.tsx'));

export const ApprovalStep = later(load, 'ApprovalStep');
