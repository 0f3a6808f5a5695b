import { parseSync } from 'vite';
import { type Mutant, replaceSpan } from './mutant.ts';
import { changesOfRegex, otherOperators, otherWords } from './faults.ts';
import { changesOfSql } from './mutate-sql.ts';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Adds a mutant in which this node's text, or a span of it, is replaced. */
type Put = (replacement: string, at?: { start: number; end: number }) => void;

/** Every mutant of a TypeScript source. Types, imports and the messages of thrown faults are left alone: no test covers them. */
export function mutateTypescript(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const mutants: Mutant[] = [];
  visit(program as unknown as Node, (node) => {
    const put: Put = (replacement, { start, end } = node) => {
      if (source.slice(start, end) !== replacement) mutants.push(replaceSpan(file, source, start, end, replacement));
    };
    mutateNode[node.type]?.(node, put, (part) => source.slice(part.start, part.end));
  });
  return mutants;
}

const typed = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

function visit(node: Node, look: (node: Node) => void): void {
  if (node.type === 'ImportDeclaration' || node.declare === true) return;
  if (node.type.startsWith('TS') && !typed.has(node.type)) return;
  look(node);
  // A fault's message is for readers of the log.
  const isFault = node.type === 'NewExpression' && String((node.callee as Node).name).endsWith('Error');
  for (const [key, value] of Object.entries(node)) {
    if (isFault && key === 'arguments') continue;
    if (key === 'source' || (key === 'key' && !node.computed)) continue;
    for (const child of [value].flat()) if (isNode(child)) visit(child, look);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

const mutateNode: Record<string, (node: Node, put: Put, text: (part: Node) => string) => void> = {
  BinaryExpression: swapOperator,
  LogicalExpression: swapOperator,
  AssignmentExpression: swapOperator,
  UnaryExpression: (node, put, text) => {
    if (node.operator === '-' || node.operator === '!') put(text(node.argument as Node));
  },
  UpdateExpression: (node, put, text) => put(`${text(node.argument as Node)}${node.operator === '++' ? '--' : '++'}`),
  ConditionalExpression: (node, put) => forceTest(node.test as Node, put),
  IfStatement: (node, put) => forceTest(node.test as Node, put),
  BlockStatement: (node, put) => {
    if ((node.body as Node[]).length > 0) put('{}');
  },
  ArrowFunctionExpression: (node, put) => {
    if ((node.body as Node).type !== 'BlockStatement') put('(undefined)', node.body as Node);
  },
  ArrayExpression: (node, put) => {
    if ((node.elements as Node[]).length > 0) put('[]');
  },
  ObjectExpression: (node, put) => {
    if ((node.properties as Node[]).length > 0) put('({})');
  },
  ChainExpression: (node, put, text) => put(text(node).replace('?.[', '[').replace('?.(', '(').replace('?.', '.')),
  CallExpression: mutateCall,
  TemplateLiteral: mutateTemplate,
  Literal: mutateLiteral,
};

function swapOperator(node: Node, put: Put, text: (part: Node) => string): void {
  const [left, right] = [node.left as Node, node.right as Node];
  for (const operator of otherOperators[String(node.operator)] ?? []) put(`${text(left)} ${operator} ${text(right)}`);
}

function forceTest(test: Node, put: Put): void {
  put('true', test);
  put('false', test);
}

function mutateCall(node: Node, put: Put, text: (part: Node) => string): void {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression' || callee.computed) return;
  const [object, property] = [callee.object as Node, callee.property as Node];
  const other = otherWords[String(property.name)];
  if (other === null) put(text(object));
  else if (other) put(other, property);
}

function mutateTemplate(node: Node, put: Put, text: (part: Node) => string): void {
  const source = text(node);
  if (isSql(source)) putSql(node, source, put);
  else if (source.length > 2) put('``');
}

function mutateLiteral(node: Node, put: Put): void {
  const raw = String(node.raw);
  if (node.regex)
    for (const each of changesOfRegex((node.regex as { pattern: string }).pattern))
      put(`/${each}/${raw.split('/').at(-1)}`);
  else if (typeof node.value === 'boolean') put(String(!node.value));
  else if (typeof node.value === 'number') put(String(node.value + 1));
  else if (typeof node.bigint === 'string') put(`${BigInt(node.bigint) + 1n}n`);
  else if (typeof node.value === 'string') {
    if (isSql(raw)) putSql(node, raw, put);
    else put(node.value === '' ? "'mutated'" : "''");
  }
}

function isSql(text: string): boolean {
  return /\b(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text);
}

function putSql(node: Node, source: string, put: Put): void {
  for (const { start, end, replacement } of changesOfSql(source)) {
    put(replacement, { start: node.start + start, end: node.start + end });
  }
}

/** The mutants of a source's SQL that writes or locks, and of nothing else. */
export function mutateStatements(file: string, source: string): Mutant[] {
  const mutants: Mutant[] = [];
  visit(parseSync(file, source).program as unknown as Node, (node) => {
    const text = source.slice(node.start, node.end);
    const isText = node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
    if (!isText || !/\b(UPDATE|INSERT|FOR SHARE)\b|^`status = /.test(text)) return;
    for (const { start, end, replacement } of changesOfSql(text)) {
      mutants.push(replaceSpan(file, source, node.start + start, node.start + end, replacement));
    }
  });
  return mutants;
}
