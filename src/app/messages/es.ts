import { messages as first } from './first/es.ts';
import { messages as later } from './later/es.ts';

export const messages = { ...first, ...later };
