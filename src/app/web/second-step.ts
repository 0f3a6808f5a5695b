import { lazy } from 'react';
import { withLaterTexts } from '#platform/web/i18n/later-texts.ts';

/** Only who has a second key fetches it. */
const load = withLaterTexts(() => import('#secondkey/web/second-step.tsx'));

export const SecondStep = lazy(() => load().then((module) => ({ default: module.SecondStep })));
