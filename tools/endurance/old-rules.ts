import type { Seed } from './seed-bug.ts';

const using = 'AS fresh FROM network_capital';
const givingBack = 'UPDATE network_capital SET used';

/** A bonus on whatever is put to work, however often: what was used is not written down, and nobody looks at it. */
const onEverything: NonNullable<Seed['statements']> = [
  { having: using, from: 'least($2::bigint, own.fresh, t.high_water - t.used)', to: '$2::bigint' },
  { having: using, from: 'c.used + tree.base', to: 'c.used' },
  { having: using, from: 't.used + tree.base', to: 't.used' },
  { having: givingBack, from: 'SET used = used - $2', to: 'SET used = greatest(used - $2, 0)' },
  { having: givingBack, from: 't.used - $2', to: 'greatest(t.used - $2, 0)' },
];

/** New for the member is new: nobody looks at their tree. */
const perMember: NonNullable<Seed['statements']> = [
  { having: using, from: 'own.fresh, t.high_water - t.used)', to: 'own.fresh)' },
  { having: using, from: 'WHERE t.high_water > t.used FOR', to: 'FOR' },
  { having: using, from: 't.used + tree.base', to: 't.used' },
  { having: givingBack, from: 't.used - $2', to: 'greatest(t.used - $2, 0)' },
];

/** A bonus stays when its position is cancelled. */
const noClawback: NonNullable<Seed['statements']> = [
  { having: 'AND void_at IS NULL RETURNING base', from: 'SET void_at = $2', to: 'SET due_at = $2' },
];

const codesAgain: NonNullable<Seed['functions']> = [
  {
    of: 'claim_promocode',
    from: '< (SELECT p.uses_per_customer FROM promocodes p WHERE p.code = p_code)',
    to: '>= 0',
  },
];

/** How the findings of the search itself begin, and those of a plan that is known. */
export const bySearching = 'found by searching';

/**
 * The rules as they once were: each known plan has to show its hole under them, and under those that held for everybody the search
 * has to find one by itself. Passing money on through members it does not find in so few rings (docs/decisions/0037-adversary.md).
 */
export const oldRules: readonly Seed[] = [
  { name: 'a bonus on whatever is put to work', finding: bySearching, statements: onEverything },
  { name: 'a bonus on whatever is put to work', finding: 'three copies of the same 10,000', statements: onEverything },
  {
    name: 'a bonus on whatever is put to work',
    finding: 'three accounts and the same stakes again',
    statements: onEverything,
  },
  { name: 'a bonus stays when its position is cancelled', finding: bySearching, statements: noClawback },
  {
    name: 'a bonus stays when its position is cancelled',
    finding: 'a stake that is cancelled for its bonus',
    statements: noClawback,
  },
  {
    name: 'money that changes hands is new again',
    finding: 'the same money through four members',
    statements: perMember,
  },
  {
    name: 'one customer uses a code as often as they like',
    finding: 'one code again and again',
    functions: codesAgain,
  },
];
