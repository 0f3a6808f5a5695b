import { messages as first } from './first/zh-CN.ts';
import { messages as later } from './lazy/zh-CN.ts';

export const messages = { ...first, ...later };
