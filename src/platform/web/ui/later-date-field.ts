import { later } from '../loading/later.tsx';
import { part } from '../loading/part.ts';

/** Calendar code is large, so it has a file of its own. */
export const DateField = later(
  part(() => import('./date-field.tsx')),
  'DateField',
);
