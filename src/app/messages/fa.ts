import { messages as first } from './first/fa.ts';
import { messages as later } from './lazy/fa.ts';

export const messages = { ...first, ...later };
