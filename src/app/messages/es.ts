import { messages as first } from './first/es.ts';
import { messages as later } from './lazy/es.ts';

export const messages = { ...first, ...later };
