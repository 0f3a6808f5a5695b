import { later } from '../loading/later.tsx';
import { part } from '../loading/part.ts';

/** Calendars are much to know: a file of its own. */
export const DateField = later(
  part(() => import('./date-field.tsx')),
  'DateField',
);
