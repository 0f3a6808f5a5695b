import type { Seed } from './seed-bug.ts';

const using = 'public.use_new_capital';
const givingBack = 'UPDATE network_capital n SET used';
const ofTree = 'public.carry_to_trees';

/** A bonus on whatever is put to work, however often: what was used is not written down, and nobody looks at it. */
const onEverything: Pick<Seed, 'functions' | 'statements'> = {
  statements: [
    { having: givingBack, from: 'n.used - freed.back', to: 'greatest(n.used - freed.back, 0)' },
    { having: 'SELECT use_new_capital', from: ' AND n.high_water > n.used', to: '' },
  ],
  functions: [
    { of: using, from: 'least(p_amount, n.high_water - n.used, n.contributed)', to: 'p_amount' },
    { of: using, from: ' AND n.high_water > n.used AND n.contributed > 0', to: '' },
    { of: using, from: 'used = n.used + usable', to: 'used = n.used' },
    { of: ofTree, from: 'least(c.amount, t.high_water - t.used)', to: 'c.amount' },
    { of: ofTree, from: 't.used := t.used + used', to: 't.used := t.used' },
  ],
};

/** New for the member is new: nobody looks at their tree. */
const perMember: Pick<Seed, 'functions'> = {
  functions: [
    { of: ofTree, from: 'least(c.amount, t.high_water - t.used)', to: 'c.amount' },
    { of: ofTree, from: 't.used := t.used + used', to: 't.used := t.used' },
  ],
};

/** A bonus stays when its position is cancelled. */
const noClawback: Pick<Seed, 'functions'> = {
  functions: [{ of: 'public.carry_bonuses', from: 'SET void_at = c.happened_at', to: 'SET due_at = c.happened_at' }],
};

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
  { name: 'a bonus on whatever is put to work', finding: bySearching, ...onEverything },
  { name: 'a bonus on whatever is put to work', finding: 'three copies of the same 10,000', ...onEverything },
  {
    name: 'a bonus on whatever is put to work',
    finding: 'three accounts and the same stakes again',
    ...onEverything,
  },
  { name: 'a bonus stays when its position is cancelled', finding: bySearching, ...noClawback },
  {
    name: 'a bonus stays when its position is cancelled',
    finding: 'a stake that is cancelled for its bonus',
    ...noClawback,
  },
  {
    name: 'money that changes hands is new again',
    finding: 'the same money through four members',
    ...perMember,
  },
  {
    name: 'one customer uses a code as often as they like',
    finding: 'one code again and again',
    functions: codesAgain,
  },
];
