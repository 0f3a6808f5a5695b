/** A span of a text and its replacement. */
export interface Change {
  start: number;
  end: number;
  replacement: string;
}

type Rule = [pattern: RegExp, replace: (...match: string[]) => string[]];

/** A comparison of simple operands: `status = 'active'`, `balance + p_change >= 0`, `c.id = $1`. */
const operand = String.raw`(?:\$\d+|'[^']*'|now\(\)|[a-zA-Z_][\w.]*(?:\s*[+-]\s*[\w.]+)?|\d+)`;
const comparison = new RegExp(String.raw`(${operand})\s*(=|<>|<=|>=|<|>)\s*(${operand})`, 'g');
const boundary: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '<>', '<>': '=' };

/** Common mistakes in SQL: a condition forgotten or off by one, a sign, a lock, an order, an unexpected conflict. */
const rules: Rule[] = [
  [/([\w.]+) IS NOT NULL\b/g, (_, name) => ['true', `${name} IS NULL`]],
  [/([\w.]+) IS NULL\b/g, (_, name) => ['true', `${name} IS NOT NULL`]],
  [/[\w.]+ IN \('[^)]*'\)/g, () => ['true']],
  [/\bIF NOT FOUND\b/g, () => ['IF FOUND']],
  [/\bON CONFLICT\b[^;`]*?\bDO NOTHING\b/g, () => ['']],
  [/\bFOR (?:NO KEY )?(?:UPDATE|SHARE)(?: OF \w+)?(?: SKIP LOCKED)?/g, () => ['']],
  [/ SKIP LOCKED\b/g, () => ['']],
  [/(ORDER BY [\w.]+)(?! DESC)\b(?=[\s,)])/g, (_, order) => [`${order} DESC`]],
  [/(ORDER BY [\w.]+) DESC\b/g, (_, order = '') => [order]],
  [/ \+ /g, () => [' - ']],
  [/ - /g, () => [' + ']],
  [/(?<=[(,] ?)-(?=[a-z])/g, () => ['']],
  [/\bleast\(/g, () => ['greatest(']],
  [/\bgreatest\(/g, () => ['least(']],
  [/\btrue\b/g, () => ['false']],
  [/\bfalse\b/g, () => ['true']],
  [/(?<![\w$.']|PERFORM |SELECT )\d+(?![\w.'])/g, (number) => [String(Number(number) + 1)]],
  [/\b(PERFORM|RAISE EXCEPTION) [^;]*;/g, () => ['NULL;']],
  [/\bRETURN;/g, () => ['NULL;']],
  [/ SECURITY DEFINER\b/g, () => ['']],
];

/** Every change of a piece of SQL. Assignments are not treated as conditions, and comments are ignored. */
export function changesOfSql(sql: string): Change[] {
  const comments = spans(sql, /--[^\n]*/g);
  const assigned = spans(sql, /\bSET\b(?!TINGS)[\s\S]*?(?=\bWHERE\b|\bFROM\b|\bRETURNING\b|\bAS\b|$)/g);
  const isIn = (places: [number, number][], at: number): boolean => places.some(([from, to]) => at >= from && at < to);
  const found = rules.flatMap(([pattern, replace]) =>
    [...sql.matchAll(pattern)].flatMap((match) => changesAt(match, replace(...match))),
  );
  const compared = [...sql.matchAll(comparison)].flatMap((match) => {
    const [whole, left = '', operator = '', right = ''] = match;
    if (isIn(assigned, match.index) || /^ ?\(/.test(sql.slice(match.index + whole.length))) return [];
    return changesAt(match, ['true', `${left} ${boundary[operator]} ${right}`]);
  });
  return [...found, ...compared].filter(({ start }) => !isIn(comments, start)).toSorted((a, b) => a.start - b.start);
}

function changesAt(match: RegExpExecArray, replacements: string[]): Change[] {
  return replacements.map((replacement) => ({
    start: match.index,
    end: match.index + match[0].length,
    replacement,
  }));
}

function spans(text: string, pattern: RegExp): [number, number][] {
  return [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length]);
}
