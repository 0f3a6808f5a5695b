import { withLaterTexts } from '#platform/web/i18n/later-texts.ts';
import { later } from '#platform/web/loading/later.tsx';

/** Only who has a second factor fetches it. */
const load = withLaterTexts(() => import('#secondfactor/web/second-step.tsx'));

export const SecondStep = later(load, 'SecondStep');
