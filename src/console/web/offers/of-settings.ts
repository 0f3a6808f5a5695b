/** What a command's form fetches once it is about a setting. */
export { Preview } from './preview.tsx';
export { ValueField } from './value-field.tsx';
