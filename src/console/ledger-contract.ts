import * as z from 'zod/mini';
import { customerAccounts, houseAccounts } from '#ledger/journal.ts';
import { queryAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { products } from '#positions/registry.ts';
import { after, day, entryLeg, person } from './transfers-contract.ts';

/** The books as the staff reads them: what moved, by which event, and whether its chain holds. */
const owner = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

const listed = {
  /** Of the customer's journals; the house's own have an owner of their own. */
  Owner: owner,
  Number: z.int(),
  Key: z.string(),
  Kind: z.string(),
  Reference: z.nullable(z.uuid()),
  At: z.iso.datetime(),
  /** Null: the house's own. */
  Customer: z.nullable(person),
  Legs: z.array(entryLeg),
};
export const staffJournal = z.object(listed);
export type StaffJournal = z.output<typeof staffJournal>;

export const booksAccounts = [...customerAccounts, ...houseAccounts] as const;

/** Of journals of nobody in particular. */
export const mostDaysOfAll = 31;

export const searchJournals = endpoint({
  // Whose journals are meant may be said by an e-mail address, and that is no address of the web.
  method: 'POST',
  path: '/console/ledger/search',
  access: 'staff',
  summary:
    'Search the books: of a customer, a reference or a key, or of up to 31 days (UTC, the last one included); the last ones where none are said',
  body: z.strictObject({
    /** By id or e-mail address; of one that nobody has nothing is found. */
    customer: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^\P{Cc}*$/u))),
    /** One that an entry takes from or gives to. */
    account: z.optional(z.enum(booksAccounts)),
    /** A kind, or several that make up one figure by the name of their group. */
    kind: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
    from: z.optional(day),
    until: z.optional(day),
    reference: z.optional(z.uuid()),
    key: z.optional(z.string().check(z.maxLength(200), z.regex(/^[\w:.-]+$/))),
    /** USD: an entry of at least, and of at most, so much. */
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
  summary: 'A journal with its chain: its hash reckoned again, and its neighbours’',
  params: z.object({ owner, number: z.string().check(z.regex(/^[1-9]\d{0,17}$/)) }),
  answer: z.object({
    ...listed,
    Posted: z.iso.datetime(),
    /** What it is about; null where that is nothing but the house’s own money. */
    Cause: z.nullable(
      z.object({
        Kind: z.enum(['position', 'transfer', 'award', 'transit', 'other']),
        Id: z.uuid(),
        /** Of a position. */
        Product: z.nullable(z.enum(products)),
      }),
    ),
    /** Hexadecimal. */
    Hash: z.string(),
    Reckoned: z.string(),
    /** Its own hash, and that of the one behind it, follow from what they moved and from the one before. */
    Holds: z.boolean(),
    Before: neighbour,
    Next: neighbour,
    /** Whether an audit has found it good, up to here. */
    Sealed: z.boolean(),
    Reversible: z.boolean(),
    /** The key of the journal that took it back, and of the one that it takes back. */
    ReversedBy: z.nullable(z.string()),
    Reverses: z.nullable(z.string()),
    /** Why, where it takes one back or was taken back. */
    Reason: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
});
