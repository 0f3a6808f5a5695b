import { parseAst } from 'vite';

/**
 * What the oldest supported browsers (Chrome 111, Firefox 115, Safari 16.4) lack, in built code: its own and its packages'. A built-in is
 * accepted where the same file asks whether it is there, or catches what it throws. `URLSearchParams.size` is recognised only where the address is in sight.
 */
const members: Record<string, readonly string[]> = {
  URL: ['canParse', 'parse'],
  Promise: ['withResolvers', 'try'],
  Array: ['fromAsync'],
  Object: ['groupBy'],
  Map: ['groupBy'],
  AbortSignal: ['any'],
  RegExp: ['escape'],
  Error: ['isError'],
  Math: ['sumPrecise', 'f16round'],
  Intl: ['DurationFormat'],
  Uint8Array: ['fromBase64', 'fromHex'],
  Document: ['parseHTMLUnsafe'],
};
/** Those of instances, by names that nothing else has. */
const methods =
  /^(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|checkVisibility|toBase64|toHex|setFromBase64|setFromHex|showPopover|hidePopover|togglePopover|moveBefore|startViewTransition|transferToFixedLength|setHTMLUnsafe|getHTML|parseCreationOptionsFromJSON|parseRequestOptionsFromJSON)$/;
const globals =
  /^(Iterator|Float16Array|CloseWatcher|DisposableStack|AsyncDisposableStack|SuppressedError|scheduler|navigation|requestIdleCallback|cookieStore)$/;
const iterated = /^(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)$/;

interface Node {
  type: string;
  [part: string]: unknown;
}

/** Returns what stands in this code and not in the oldest browsers, each once. */
export function findTooNew(code: string): string[] {
  const found = new Set<string>();
  const asked = new Set<string>();
  walk(parseAst(code) as unknown as Node, [], (node, above) => {
    const name = builtInOf(node, above);
    if (name !== null && !isTried(node, above)) (isAsked(node, above) ? asked : found).add(name);
    const syntax = syntaxOf(node);
    if (syntax !== null) found.add(syntax);
    if (node.type === 'BinaryExpression' && node.operator === 'in') asked.add(nameOf(node.left));
  });
  return [...found].filter((name) => !asked.has(name) && !asked.has(name.split('.').at(-1) ?? ''));
}

function walk(node: Node, above: readonly Node[], visit: (node: Node, above: readonly Node[]) => void): void {
  visit(node, above);
  const below = [node, ...above];
  for (const part of Object.values(node).flat()) if (isNode(part)) walk(part, below, visit);
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && typeof (part as Node).type === 'string';
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'MemberExpression') return nameOf(node.property);
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  if (node.type === 'TemplateLiteral') return nameOf((node.quasis as Node[])[0]);
  if (node.type === 'TemplateElement') return (node.value as { cooked: string }).cooked;
  return typeof node.value === 'string' ? node.value : '';
}

function builtInOf(node: Node, [parent]: readonly Node[]): string | null {
  if (node.type === 'Identifier') {
    const name = String(node.name);
    const isOwn = parent?.type === 'MemberExpression' && parent.property === node && parent.computed === false;
    return globals.test(name) && !isOwn && !isDeclared(node, parent) ? name : null;
  }
  if (node.type !== 'MemberExpression') return null;
  const [object, name] = [node.object as Node, nameOf(node.property)];
  const owner = nameOf(object);
  if (Object.hasOwn(members, owner) && members[owner]?.includes(name)) return `${owner}.${name}`;
  if (methods.test(name)) return name;
  if (/^(window|globalThis|self)$/.test(owner) && globals.test(name)) return name;
  if (name === 'size' && (owner === 'searchParams' || nameOf(object.callee) === 'URLSearchParams')) {
    return 'URLSearchParams.size';
  }
  const isIterator = object.type === 'CallExpression' && /^(keys|values|entries|matchAll)$/.test(nameOf(object.callee));
  const isOfObject = isIterator && nameOf((object.callee as Node).object) === 'Object';
  return isIterator && !isOfObject && iterated.test(name) ? `Iterator.prototype.${name}` : null;
}

/** A name of the code's own: a parameter, a property, a variable. */
function isDeclared(node: Node, parent?: Node): boolean {
  if (!parent) return false;
  if (parent.type === 'Property' && parent.key === node) return true;
  return /Declarator|Function|Class|Specifier|Definition|Label|Catch|Pattern/.test(parent.type) && parent.init !== node;
}

/** Whether the code only asks here whether the browser has it. */
function isAsked(node: Node, [parent, grandparent]: readonly Node[]): boolean {
  if (!parent) return false;
  if (parent.type === 'UnaryExpression') return true;
  if (parent.type === 'ChainExpression') return isAsked(parent, grandparent ? [grandparent] : []);
  if (parent.type === 'CallExpression') return parent.callee === node && parent.optional === true;
  if (parent.type === 'MemberExpression') return parent.object === node && parent.optional === true;
  if (parent.type === 'LogicalExpression') return parent.left === node;
  if (parent.type === 'BinaryExpression') return /^[!=]=/.test(String(parent.operator));
  return /^(If|Conditional)/.test(parent.type) && parent.test === node;
}

/** Whether what it throws where it is missing is caught. */
function isTried(node: Node, above: readonly Node[]): boolean {
  return [node, ...above].some((each, at) => above[at]?.type === 'TryStatement' && above[at].block === each);
}

/** Syntax newer than ES2023. */
function syntaxOf(node: Node): string | null {
  if (node.type === 'VariableDeclaration' && /using/.test(String(node.kind))) return String(node.kind);
  if (node.type === 'ImportAttribute') return 'import attributes';
  if (node.type === 'Decorator') return 'decorators';
  if (node.type.startsWith('Import') && typeof node.phase === 'string') return `import ${node.phase}`;
  if (node.type === 'NewExpression' || node.type === 'CallExpression') return constructedExpressionOf(node);
  const regex = node.regex as { pattern: string; flags: string } | undefined;
  return regex ? expressionOf(regex.pattern, regex.flags) : null;
}

function constructedExpressionOf(node: Node): string | null {
  if (nameOf(node.callee) !== 'RegExp') return null;
  const [pattern, flags] = (node.arguments as Node[]).map((each) => (each ? nameOf(each) : ''));
  return expressionOf(pattern ?? '', (node.arguments as Node[])[1]?.type === 'Literal' ? (flags ?? '') : '');
}

function expressionOf(pattern: string, flags: string): string | null {
  if (flags.includes('v')) return 'regular expression with the flag v';
  if (/\(\?[ims]*-?[ims]+:/.test(pattern)) return 'regular expression with modifiers';
  const names = [...pattern.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
  return new Set(names).size < names.length ? 'regular expression with a group’s name twice' : null;
}
