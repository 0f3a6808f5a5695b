import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { later } from '#platform/web/loading/later.tsx';

/** Fetched only for customers with a second factor. */
const load = withLazyMessages(() => import('#secondfactor/web/second-step.tsx'));

export const SecondStep = later(load, 'SecondStep');
