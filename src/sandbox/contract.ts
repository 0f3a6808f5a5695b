import * as z from 'zod/mini';

/**
 * The stand-in brokerage: a separate program that speaks the brokerage contract, keeps a durable book, and can be told to misbehave in
 * every way a real brokerage ever has. There is no real money behind it, and whatever it names says so.
 *
 * It makes two choices that the contract leaves open. Every account is opened on first mention with 100,000 USD, no BRL and no USDT. And a
 * transfer to the platform is paid from the account's USD: `amount` leaves the USD balance whatever the currency, which only tells how the
 * two firms settle, and is refused as `insufficient_funds` if the balance is too small; a transfer to the broker credits `settle_amount` in
 * `currency`, since that is what the investor asked for.
 */
export const openingBalance = '100000';

/** The calls a fault affects: sending a transfer, looking one up, every call of the brokerage, or the rate. */
export const faultCall = z.enum(['transfer', 'lookup', 'brokerage', 'rates']);
export type FaultCall = z.infer<typeof faultCall>;

const everyCall = ['transfer', 'lookup', 'brokerage', 'rates'] as const;

/**
 * Ways to misbehave, and the calls each can affect; the first call is the default. `before` means that nothing was done, `after` that it
 * was done and only the response is spoilt. HTTP cannot answer one request twice: `answer_twice` does what a broken proxy does and leaves a
 * second copy on the connection, where a careless client takes it for the response to its next request.
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
  /** The connection is destroyed immediately, nothing done. */
  reset_before: everyCall,
  /** The connection is destroyed immediately, done. */
  reset_after: everyCall,
  /** 200 with half a response, done. */
  garbage: everyCall,
  /** 200 without a response body, done. */
  empty: everyCall,
  /** Done, answered delay_ms later. */
  late: everyCall,
  /** Done, and the response is on the connection twice. */
  answer_twice: everyCall,
  /** A definite refusal, recorded in the book. */
  refuse: ['transfer'],
  /** Answered as pending; done automatically delay_ms later. For a lookup: the answer is still pending though it was done. */
  pending: ['transfer', 'lookup'],
  /** Carried out a second time, and the second answer is returned. */
  twice: ['transfer'],
  /** Done, but the answer states a cent more. */
  wrong_amount: ['transfer', 'lookup'],
  /** Done, but the answer refers to another transfer. */
  wrong_reference: ['transfer', 'lookup'],
  /** Done, and the answer names one holder, whoever owns the account: several customers with one holder raise an alert in the console. */
  same_holder: ['transfer', 'lookup'],
  /** 404, as if the transfer had never been sent; for sending, nothing is done. */
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
  /** How many calls it affects before it is used up. */
  times: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  delay_ms: z._default(z.int().check(z.minimum(0), z.maximum(10 * oneMinuteMs)), oneMinuteMs / 2),
  /** Expires automatically after this long, however many calls are left. */
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
