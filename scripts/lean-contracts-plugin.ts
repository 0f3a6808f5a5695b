import type { Plugin } from 'vite';

/** The endpoint properties that a browser uses (platform/web/api.ts); the rest is for the server and the published document. */
const looked = new Set(['method', 'path', 'access', 'upload', 'answer']);

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/**
 * Strips contracts, which are written once for both ends, to what customers' browsers use: how an endpoint is called and what it answers,
 * and no schema that only the server reads. Calls of the schema library are marked as pure, so unused schemas are left out of the build,
 * and used ones are created lazily; a cheap phone would spend longer creating them all than rendering its first screen.
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

/** @param program the parsed `code` */
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

/** The initialisers of a module's variables. */
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

/** The name at the start of a chain of calls: `z` for `z.string().check(…)`. */
function rootOf(node: Node): unknown {
  let at = node;
  while (at.type === 'CallExpression' || at.type === 'MemberExpression')
    at = (at.type === 'CallExpression' ? at.callee : at.object) as Node;
  return at.name;
}

/** Ranges of unused properties, each up to the next property. */
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
