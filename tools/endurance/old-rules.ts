import type { Seed } from './seed-bug.ts';

const using = 'public.use_new_capital';
const givingBack = 'UPDATE network_capital n SET used';
const ofTree = 'public.carry_to_trees';

/** A bonus on everything invested, however often: used capital is neither recorded nor checked. */
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

/** Capital new to the member counts as new: their tree is not checked. */
const perMember: Pick<Seed, 'functions'> = {
  functions: [
    { of: ofTree, from: 'least(c.amount, t.high_water - t.used)', to: 'c.amount' },
    { of: ofTree, from: 't.used := t.used + used', to: 't.used := t.used' },
  ],
};

/** A bonus remains when its position is cancelled. */
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

/** The beginning of findings of the search itself; those of a known plan begin with its name. */
export const bySearching = 'found by searching';

/**
 * The rules as they once were: each known plan must reveal its hole under them, and under those that applied to everybody the search must
 * find one unaided. With so few rings it does not find passing money on through members (docs/decisions/0037-adversary.md).
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
    name: 'a rate shown is honoured as often as it is named',
    finding: 'one rate again and again',
    statements: [
      {
        having: 'DELETE FROM shown_rates',
        from: 'DELETE FROM shown_rates s USING',
        to: 'UPDATE shown_rates s SET shown_at = s.shown_at FROM',
      },
    ],
  },
  {
    name: 'one customer uses a code as often as they like',
    finding: 'one code again and again',
    functions: codesAgain,
  },
];
