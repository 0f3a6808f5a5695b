/** Common mistakes with operators: a boundary, a direction, the other connective. */
export const otherOperators: Record<string, string[]> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
};

/** A method and the one it is mistaken for; null to omit the call. */
export const otherWords: Record<string, string | null> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  padStart: 'padEnd',
  padEnd: 'padStart',
  floor: 'ceil',
  ceil: 'floor',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  trim: null,
  sort: null,
  filter: null,
  slice: null,
  reverse: null,
  replace: null,
  replaceAll: null,
  normalize: null,
};

/** Variants of a pattern without one of its anchors or repetitions, or with one of its classes negated. */
export function changesOfRegex(pattern: string): string[] {
  const changes: string[] = [];
  const put = (found: RegExp, replacement: (text: string) => string): void => {
    for (const match of pattern.matchAll(found)) {
      const end = match.index + match[0].length;
      changes.push(pattern.slice(0, match.index) + replacement(match[0]) + pattern.slice(end));
    }
  };
  put(/(?<![[\\])\^/g, () => '');
  put(/(?<!\\)\$/g, () => '');
  put(/(?<!\\)\\[dsw]/g, (text) => text.toUpperCase());
  put(/(?<!\\)\[(?!\^)/g, () => '[^');
  put(/(?<!\\)\[\^/g, () => '[');
  put(/(?<=[\])}\w.])(?:[*+?]|\{\d+(?:,\d*)?\})/g, () => '');
  return changes;
}
