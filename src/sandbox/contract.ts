import * as z from 'zod/mini';

/**
 * The stand-in brokerage: a program of its own that speaks the brokerage contract, keeps a durable book, and can be told to
 * misbehave in every way a real brokerage has ever misbehaved. No real money is behind it, and whatever it names says so.
 *
 * Two choices the contract leaves open. Every account it hears of for the first time is opened with 100,000 USD, no BRL and
 * no USDT. And an account's USD is what a transfer to the platform takes: `amount` leaves the USD balance whatever the
 * currency, which only tells how the two firms settle, and is refused as `insufficient_funds` when it is not there; a
 * transfer to the broker credits `settle_amount` in `currency`, since that is what the investor asked to have.
 */
export const openingBalance = '100000';

/** Which calls a fault spoils: sending a transfer, asking for one, every call of the brokerage, or the rate. */
export const faultCall = z.enum(['transfer', 'lookup', 'brokerage', 'rates']);
export type FaultCall = z.infer<typeof faultCall>;

const everyCall = ['transfer', 'lookup', 'brokerage', 'rates'] as const;

/**
 * Ways to misbehave, and the calls that can be spoilt so; the first is the one meant when none is named. `before` means
 * that nothing was done, `after` that it was done and only the answer is spoilt. An answer cannot be given twice to one
 * question in HTTP: `answer_twice` does what a broken proxy does and leaves a second copy on the connection, where a
 * careless client takes it for the answer to its next question.
 */
export const faultModes = {
  /** 503, nothing done. */
  fail_before: everyCall,
  /** 502, done. */
  fail_after: everyCall,
  /** Held open for delay_ms and then cut, nothing done. */
  timeout_before: everyCall,
  /** Held open for delay_ms and then cut, done. */
  timeout_after: everyCall,
  /** The connection is destroyed at once, nothing done. */
  reset_before: everyCall,
  /** The connection is destroyed at once, done. */
  reset_after: everyCall,
  /** 200 with half an answer, done. */
  garbage: everyCall,
  /** 200 without an answer, done. */
  empty: everyCall,
  /** Done, answered delay_ms later. */
  late: everyCall,
  /** Done, and the answer stands on the connection twice. */
  answer_twice: everyCall,
  /** A definite no, kept in the book. */
  refuse: ['transfer'],
  /** Answered pending; done by itself delay_ms later. Of a lookup: the answer is still pending though it was done. */
  pending: ['transfer', 'lookup'],
  /** Carried out a second time, and the second answer is given. */
  twice: ['transfer'],
  /** Done, but the answer speaks of a cent more. */
  wrong_amount: ['transfer', 'lookup'],
  /** Done, but the answer speaks of another transfer. */
  wrong_reference: ['transfer', 'lookup'],
  /** Done, and the answer names one holder, whosever the account is: several customers of one are an alert of the console's. */
  same_holder: ['transfer', 'lookup'],
  /** 404, as if the transfer had never been sent; when sending, nothing is done. */
  unknown_404: ['lookup', 'transfer'],
  /** 503 for every call of the brokerage, nothing done. */
  away: ['brokerage'],
  /** 503 for the rate. */
  rates_away: ['rates'],
} as const satisfies Record<string, readonly FaultCall[]>;

export type FaultMode = keyof typeof faultModes;

const oneMinuteMs = 60_000;

const faultFields = z.strictObject({
  mode: z.enum(Object.keys(faultModes) as FaultMode[]),
  /** How many calls it spoils before it is spent. */
  times: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  delay_ms: z._default(z.int().check(z.minimum(0), z.maximum(10 * oneMinuteMs)), oneMinuteMs / 2),
  /** It ends by itself after this long, however many calls are left. */
  for_ms: z.optional(z.int().check(z.minimum(1), z.maximum(1_440 * oneMinuteMs))),
  call: z.optional(faultCall),
});

export const fault = faultFields.check(
  z.refine(({ mode, call }) => !call || callsOf(mode).includes(call), {
    error: 'this call cannot fail so',
    path: ['call'],
  }),
);
export type Fault = z.infer<typeof fault>;
export type FaultRequest = z.input<typeof fault>;

function callsOf(mode: FaultMode): readonly FaultCall[] {
  return faultModes[mode];
}

export function callOf({ mode, call }: Pick<Fault, 'mode' | 'call'>): FaultCall {
  return call ?? faultModes[mode][0];
}

export function spoils(armed: Pick<Fault, 'mode' | 'call'>, call: FaultCall): boolean {
  const meant = callOf(armed);
  return meant === call || (meant === 'brokerage' && call !== 'rates');
}
