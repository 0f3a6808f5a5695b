import * as z from 'zod/mini';
import { normaliseEmail } from '#auth/email.ts';
import { customerAccounts, houseAccounts } from '#ledger/journal.ts';
import { queryAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { products } from '#positions/registry.ts';
import { typedLine } from '#platform/typed/schemas.ts';
import { after, day, entryLeg, person } from './transfers-contract.ts';

/** The books as staff read them: the movements, the event behind each, and whether its chain holds. */
const owner = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

const listed = {
  /** Owner of the journal: a customer's id, or the house's own owner id. */
  Owner: owner,
  Number: z.int(),
  Key: z.string(),
  Kind: z.string(),
  Reference: z.nullable(z.uuid()),
  At: z.iso.datetime(),
  /** Null for the house's own journals. */
  Customer: z.nullable(person),
  Legs: z.array(entryLeg),
};
export const staffJournal = z.object(listed);
export type StaffJournal = z.output<typeof staffJournal>;

export const booksAccounts = [...customerAccounts, ...houseAccounts] as const;

/** Limit where only days narrow the search. */
export const mostDaysOfAll = 31;

export const searchJournals = endpoint({
  // POST, because the customer may be given by email address, which must not appear in a URL.
  method: 'POST',
  path: '/console/ledger/search',
  access: 'staff',
  summary:
    'Search the books: by customer, reference or key, or over up to 31 days (UTC, the last one included); without a filter, the latest journals',
  body: z.strictObject({
    /** Id or email address; an unknown one finds nothing. */
    customer: z.optional(typedLine(254).check(z.overwrite(normaliseEmail))),
    /** An account on either side of an entry. */
    account: z.optional(z.enum(booksAccounts)),
    /** A kind, or the name of a group of kinds that make up one figure. */
    kind: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
    from: z.optional(day),
    until: z.optional(day),
    reference: z.optional(z.uuid()),
    key: z.optional(z.string().check(z.maxLength(200), z.regex(/^[\w:.-]+$/))),
    /** USD: minimum and maximum amount of an entry. */
    min: z.optional(queryAmount),
    max: z.optional(queryAmount),
    after,
  }),
  answer: z.array(staffJournal),
  pages: true,
  refusals: ['too_many_days'],
});

const neighbour = z.nullable(z.object({ Number: z.int(), Key: z.string(), Kind: z.string(), Hash: z.string() }));

export const readJournal = endpoint({
  method: 'GET',
  path: '/console/ledger/journals/:owner/:number',
  access: 'staff',
  summary: 'A journal with its chain: its hash recomputed, and its neighbours’',
  params: z.object({ owner, number: z.string().check(z.regex(/^[1-9]\d{0,17}$/)) }),
  answer: z.object({
    ...listed,
    Posted: z.iso.datetime(),
    /** The object the journal refers to; null if it concerns only the house's own money. */
    Cause: z.nullable(
      z.object({
        Kind: z.enum(['position', 'transfer', 'award', 'other']),
        Id: z.uuid(),
        /** Set for a position. */
        Product: z.nullable(z.enum(products)),
      }),
    ),
    /** Hexadecimal. */
    Hash: z.string(),
    Reckoned: z.string(),
    /** True if its own hash and that of the next journal both follow from their entries and the preceding hash. */
    Holds: z.boolean(),
    Before: neighbour,
    Next: neighbour,
    /** Whether an audit has verified the chain up to here. */
    Sealed: z.boolean(),
    Reversible: z.boolean(),
    /** The key of the journal that reversed this one, and of the one that this one reverses. */
    ReversedBy: z.nullable(z.string()),
    Reverses: z.nullable(z.string()),
    /** The reason, if it reverses another journal or was reversed. */
    Reason: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
});
