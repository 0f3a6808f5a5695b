import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { roles } from '#staff/roles.ts';

/** The access review: who can do what, as declared, and who did, by the account of actions. */
const used = z.object({
  Command: z.string(),
  /** In the reader's language. */
  Title: z.string(),
  At: z.iso.datetime(),
  /** The roles that may take it. */
  Roles: z.array(z.enum(roles)),
});

const accessOfPerson = z.object({
  Id: z.uuid(),
  Name: z.string(),
  Email: z.string(),
  Role: z.enum(roles),
  App: z.boolean(),
  Passkeys: z.int(),
  /** The last sign-in, and the factor that was shown. */
  SignedIn: z.nullable(z.object({ At: z.iso.datetime(), How: z.nullable(z.enum(['app', 'passkey', 'provider'])) })),
  /** The latest action taken, asked for or decided on that changes something. */
  Used: z.nullable(used),
});
export type AccessOfPerson = z.output<typeof accessOfPerson>;

const accessToCommand = z.object({
  Command: z.string(),
  Title: z.string(),
  IsLook: z.boolean(),
  Roles: z.array(z.enum(roles)),
  Deciders: z.array(z.enum(roles)),
  /** `depends`: on the amount, or on what exactly is asked for. */
  People: z.enum(['one', 'two', 'depends']),
  /** How many members have a role that may take it. */
  Members: z.int(),
  /** Null if never. */
  LastUsed: z.nullable(z.iso.datetime()),
});
export type AccessToCommand = z.output<typeof accessToCommand>;

const query = z.object({ role: z.optional(z.enum(roles)) });

export const listAccessOfPeople = endpoint({
  method: 'GET',
  path: '/console/access/people',
  access: 'staff',
  summary: 'Everybody with access: role, last sign-in and its factor, last action',
  heavy: true,
  query,
  answer: z.array(accessOfPerson),
  pages: true,
});

export const listAccessToCommands = endpoint({
  method: 'GET',
  path: '/console/access/commands',
  access: 'staff',
  summary: 'Every action: the roles that may take it and decide on it, how many people have them, and its last use',
  heavy: true,
  query,
  answer: z.array(accessToCommand),
  pages: true,
});

export const exportAccess = endpoint({
  method: 'POST',
  path: '/console/access/export',
  access: 'staff',
  summary: 'Either list as a CSV file; the download is itself recorded as an action',
  body: z.strictObject({ which: z.enum(['people', 'commands']) }),
  answer: z.object({ Name: z.string(), Csv: z.string() }),
});
