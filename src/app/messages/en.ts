import { messages as first } from './first/en.ts';
import { messages as later } from './lazy/en.ts';

export const messages = { ...first, ...later };
