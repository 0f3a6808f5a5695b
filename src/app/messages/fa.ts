import { messages as first } from './first/fa.ts';
import { messages as later } from './later/fa.ts';

export const messages = { ...first, ...later };
