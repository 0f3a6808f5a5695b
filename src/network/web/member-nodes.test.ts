import { expect, test } from 'vitest';
import { growTree, plantFound, type TreeNode, waysTo } from './member-nodes.ts';
import { anaId, bia, caio, davi, eva } from './testing/members.ts';

function drawn(nodes: readonly TreeNode[]): unknown[] {
  return nodes.map((node) =>
    node.kind === 'member' ? [node.name, node.member !== null, ...drawn(node.children)] : node.kind,
  );
}

const path = [anaId, bia.Id, caio.Id, davi.Id];
const names = ['Ana', bia.Name, caio.Name, davi.Name];

test('[W1] the tree is as deep as the levels opened, with placeholders for what is still to load', () => {
  const levels = new Map([
    ['root', { members: [bia, eva], state: 'more' as const }],
    [bia.Id, { members: [], state: 'waiting' as const }],
  ]);
  expect(drawn(growTree('root', new Map([['root', { members: [bia], state: 'complete' as const }]])))).toEqual([
    ['Bia Reis', true, 'waiting'],
  ]);
  expect(drawn(growTree('root', levels))).toEqual([['Bia Reis', true, 'waiting'], ['Eva Nunes', true], 'more']);
});

test('[W1] a search hit appears under the path to it, and paths with a common start are merged', () => {
  const found = [
    { ...davi, Path: path, Names: names },
    { ...bia, Path: path.slice(0, 2), Names: names.slice(0, 2) },
  ];
  expect(drawn(plantFound(found, new Map()))).toEqual([['Bia Reis', true, ['Caio Prado', false, [davi.Name, true]]]]);
  expect(waysTo(found)).toEqual(new Set([bia.Id, caio.Id]));
});

test('[W1] a level opened below a search hit is complete and contains nobody twice', () => {
  const found = [
    { ...bia, Path: path.slice(0, 2), Names: names.slice(0, 2) },
    { ...caio, Path: path.slice(0, 3), Names: names.slice(0, 3) },
  ];
  const levels = new Map([[bia.Id, { members: [caio, eva], state: 'complete' as const }]]);
  expect(drawn(plantFound(found, levels))).toEqual([
    ['Bia Reis', true, ['Caio Prado', true, 'waiting'], ['Eva Nunes', true]],
  ]);
});
