import { withLaterTexts } from '#platform/web/i18n/later-texts.ts';
import { later } from '#platform/web/loading/later.tsx';

/** Only who has a second key fetches it. */
const load = withLaterTexts(() => import('#secondkey/web/second-step.tsx'));

export const SecondStep = later(load, 'SecondStep');
