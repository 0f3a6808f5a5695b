import { messages as first } from './first/pt-BR.ts';
import { messages as later } from './lazy/pt-BR.ts';

export const messages = { ...first, ...later };
