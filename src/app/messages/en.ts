import { messages as first } from './first/en.ts';
import { messages as later } from './later/en.ts';

export const messages = { ...first, ...later };
