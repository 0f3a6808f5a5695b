import type { Move } from './moves.ts';
import type { Plan } from './search.ts';

const month: Move = { kind: 'wait', days: 30, payout: '1.5' };

function open(
  at: number,
  product: 'stake' | 'copytrade' | 'vault',
  input: { times?: number; code?: boolean } = {},
): Move {
  const { times = 1, code = false } = input;
  return { kind: 'open', at, product, days: 30, code, times };
}

const bring = (at: number, part: number): Move => ({ kind: 'bring', at, part, currency: 'usdt' });
const pass = (at: number, to: number): Move => ({ kind: 'pass', at, to, currency: 'brl' });

/** Schemes that rings are known to have tried. A ring begins with 20,000 USD outside. */
/** Puts everything into a trade a millisecond before it closes with a gain, and has another gain reported once it is paid. */
export const lateEntry: Plan = {
  parents: [null],
  moves: [
    { kind: 'bring', at: 0, part: 1, currency: 'usdt' },
    { kind: 'enterLate', at: 0, product: 'copytrade', heldMs: 3_600_000, beforeMs: 1 },
    { kind: 'wait', days: 30, payout: '-1' },
    { kind: 'reportLate', days: 20, payout: '4' },
  ],
};

export const knownPlans: readonly { name: string; plan: Plan }[] = [
  {
    name: 'three copies of the same 10,000',
    plan: {
      parents: [null, 0],
      moves: [bring(1, 0.5), ...Array.from({ length: 3 }, () => [open(1, 'copytrade'), month]).flat()],
    },
  },
  {
    name: 'three accounts and the same stakes again',
    plan: {
      parents: [null, 0, 1],
      moves: [bring(2, 0.06), ...Array.from({ length: 3 }, () => [open(2, 'stake', { times: 4 }), month]).flat()],
    },
  },
  {
    name: 'a stake that is cancelled for its bonus',
    plan: {
      parents: [null, 0],
      moves: [bring(1, 1), { ...open(1, 'stake'), days: 365 } as Move, { kind: 'cancel', at: 1 }],
    },
  },
  {
    name: 'the same money through four members',
    plan: {
      parents: [null, 0, 0, 2, 3],
      moves: [
        bring(1, 0.5),
        open(1, 'copytrade'),
        month,
        ...[2, 3, 4].flatMap((to) => [pass(to - 1, to), open(to, 'copytrade'), month]),
      ],
    },
  },
  {
    name: 'money that is only shown, and profits put to work',
    plan: {
      parents: [null, 0],
      moves: [
        bring(1, 0.1),
        open(1, 'stake', { times: 4 }),
        month,
        bring(1, 1),
        { kind: 'takeOut', at: 1, part: 0.9, currency: 'brl' },
        open(1, 'stake', { times: 4 }),
        month,
      ],
    },
  },
  {
    name: 'one rate again and again',
    plan: { parents: [null], moves: [{ kind: 'nameAgain', at: 0, direction: 'bring', times: 4 }] },
  },
  {
    name: 'one code again and again',
    plan: { parents: [null], moves: [bring(0, 1), open(0, 'vault', { times: 4, code: true })] },
  },
];
