import type { Member } from '../contract.ts';

/** A row of the tree: a member (search may know only the name), or a placeholder for members not loaded yet. */
export type TreeNode = MemberNode | { kind: 'waiting' | 'failed' | 'more'; id: string; parentId: string };

export interface MemberNode {
  kind: 'member';
  id: string;
  name: string;
  /** Null for a member on the path to a search result. */
  member: Member | null;
  children: TreeNode[];
}

/** The members loaded below a parent. */
export interface Level {
  members: readonly Member[];
  state: 'complete' | 'waiting' | 'failed' | 'more';
}

/** Builds the rows below a parent, as deep as levels have been opened. */
export function growTree(parentId: string, levels: ReadonlyMap<string, Level>): TreeNode[] {
  const level = levels.get(parentId);
  if (!level) return [];
  const rows: TreeNode[] = level.members.map((member) => ({
    kind: 'member',
    id: member.Id,
    name: member.Name,
    member,
    children: belowOf(member, levels),
  }));
  if (level.state !== 'complete') rows.push({ kind: level.state, id: `${parentId} ${level.state}`, parentId });
  return rows;
}

/** A row can only be opened if it has children, so it gets a placeholder until they are loaded. */
function belowOf(member: Member, levels: ReadonlyMap<string, Level>): TreeNode[] {
  if (levels.has(member.Id) || member.Members === 0) return growTree(member.Id, levels);
  return [{ kind: 'waiting', id: `${member.Id} waiting`, parentId: member.Id }];
}

/** Builds the tree of search results, each below its path; common prefixes of paths are merged. */
export function plantFound(found: readonly Member[], levels: ReadonlyMap<string, Level>): MemberNode[] {
  const top: MemberNode[] = [];
  for (const member of found) {
    let siblings: TreeNode[] = top;
    for (const [at, id] of (member.Path ?? []).entries()) {
      if (at === 0) continue;
      const node = siblings.find((each) => each.id === id) ?? addTo(siblings, id, member.Names?.[at] ?? '');
      if (node.kind !== 'member') break;
      if (id === member.Id) node.member = member;
      siblings = node.children;
    }
  }
  openFurther(top, levels);
  return top;
}

function addTo(siblings: TreeNode[], id: string, name: string): MemberNode {
  const node: MemberNode = { kind: 'member', id, name, member: null, children: [] };
  siblings.push(node);
  return node;
}

/** Adds the whole level below each search result that was opened. */
function openFurther(nodes: readonly TreeNode[], levels: ReadonlyMap<string, Level>): void {
  for (const node of nodes) {
    if (node.kind !== 'member') continue;
    const known = new Set(node.children.map(({ id }) => id));
    openFurther(node.children, levels);
    if (!node.member || (known.size > 0 && !levels.has(node.id))) continue;
    node.children.push(...belowOf(node.member, levels).filter(({ id }) => !known.has(id)));
  }
}

/** Returns everyone on the paths to the search results: their rows are open. */
export function waysTo(found: readonly Member[]): Set<string> {
  return new Set(found.flatMap((member) => member.Path?.slice(1, -1) ?? []));
}
