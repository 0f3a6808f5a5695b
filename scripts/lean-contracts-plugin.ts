import type { Plugin } from 'vite';

/** What a browser looks at of an endpoint (platform/web/api.ts); the rest is the server's, and the published document's. */
const looked = new Set(['method', 'path', 'access', 'upload', 'answer']);

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/**
 * The contract is written once, for both ends. Customers get the end that they use: of an endpoint how it is called and what it answers,
 * and no schema that nobody on their side reads. Making one is all that a call of the schemas' library does, so what is not used
 * of it is left out of the build, and what is used is made when it first is; a cheap phone would spend longer on making them than on drawing
 * its first screen.
 */
export function leanContractsPlugin(): Plugin {
  return {
    name: 'lean-contracts',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: 'zod/mini' },
      handler(code) {
        return { code: leanContract(code, this.parse(code) as unknown as Node), map: null };
      },
    },
  };
}

/** @param program `code`, parsed */
export function leanContract(code: string, program: Node): string {
  const pure = new Set<number>();
  const cut: [from: number, to: number][] = [];
  const late: Node[] = (program.body as Node[]).flatMap(constants).filter(isSchema);
  visit(program, (node) => {
    if (node.type !== 'CallExpression') return;
    const root = rootOf(node);
    if (root !== 'z' && root !== 'endpoint') return;
    pure.add(node.start);
    if (root !== 'endpoint') return;
    const shape = (node.arguments as Node[])[0];
    cut.push(...unread(shape));
    late.push(...answerOf(shape).filter(isSchema));
  });
  const isCut = (at: number): boolean => cut.some(([from, to]) => at >= from && at < to);
  const edits = [
    ...[...pure].filter((at) => !isCut(at)).map((at) => ({ at, to: at, text: mark })),
    ...late.flatMap(({ start, end }) => [
      { at: start, to: start, text: `${mark}lazySchema(() => ` },
      { at: end, to: end, text: ')' },
    ]),
    ...cut.map(([at, to]) => ({ at, to, text: '' })),
  ].toSorted((one, other) => other.at - one.at);
  const lean = edits.reduce((done, { at, to, text }) => done.slice(0, at) + text + done.slice(to), code);
  return late.length > 0 ? `import { lazySchema } from '#platform/lazy-schema.ts';\n${lean}` : lean;
}

const mark = '/* @__PURE__ */ ';

function isSchema(node: Node): boolean {
  return node.type === 'CallExpression' && rootOf(node) === 'z';
}

/** What the constants of a module are made of. */
function constants(statement: Node): Node[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return (declared.declarations as Node[]).flatMap(({ init }) => (init as Node | null) ?? []);
}

function answerOf(shape: Node | undefined): Node[] {
  if (shape?.type !== 'ObjectExpression') return [];
  return (shape.properties as Node[])
    .filter((property) => (property.key as Node | undefined)?.name === 'answer')
    .map(({ value }) => value as Node);
}

/** The name that a chain of calls begins with: of `z.string().check(…)` it is `z`. */
function rootOf(node: Node): unknown {
  let at = node;
  while (at.type === 'CallExpression' || at.type === 'MemberExpression')
    at = (at.type === 'CallExpression' ? at.callee : at.object) as Node;
  return at.name;
}

/** Each with what is between it and the next. */
function unread(shape: Node | undefined): [from: number, to: number][] {
  if (shape?.type !== 'ObjectExpression') return [];
  const properties = shape.properties as Node[];
  return properties.flatMap((property, at): [number, number][] => {
    const name = (property.key as Node | undefined)?.name;
    if (property.type !== 'Property' || typeof name !== 'string' || looked.has(name)) return [];
    return [[property.start, properties[at + 1]?.start ?? shape.end - 1]];
  });
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? part : [part]) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, look);
    }
  }
}
