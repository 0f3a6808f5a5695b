import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { typedLine } from '#platform/typed/schemas.ts';
import { field, part } from '#commands/kinds.ts';
import { roles } from '#staff/roles.ts';

/** Staff actions: the commands of the command line, run directly or as a request that another person decides on. */
export const requestHours = 72;
export const requestStates = ['waiting', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired'] as const;
export type RequestState = (typeof requestStates)[number];

export const reason = typedLine(300, 3);

export const commandInput = z.strictObject({
  /** As typed on the command line: `customer freeze`. */
  command: z.string().check(z.maxLength(60)),
  /** By name, each as its kind says. */
  params: z._default(z.record(z.string().check(z.maxLength(40)), z.unknown()), {}),
  /** Required for an action that another person decides on. */
  reason: z.optional(reason),
});

const outcome = z.object({
  Lines: z.array(z.string()),
  Json: z.unknown(),
  /** The outcome or refusal in the reader's language, in place of the first line; null for what only shows something. */
  Said: z.nullable(z.array(part)),
  /** What an audit found, by rule; null for everything else. */
  Findings: z.nullable(
    z.array(
      z.object({
        /** In the reader's language. */
        Rule: z.string(),
        Count: z.int(),
        /** The first of the places. */
        Places: z.array(z.array(part)),
      }),
    ),
  ),
});

/** A member of staff, by the name that others know them by. */
const person = z.object({ Id: z.uuid(), Name: z.string() });

export const staffRequest = z.object({
  Id: z.uuid(),
  Command: z.string(),
  /** Its parameters as they are stored, by name. */
  Params: z.record(z.string(), z.string()),
  /** What it would do, as things stand, in the reader's language; no more than what it is called once its customer is erased. */
  Sentence: z.array(part),
  /**
   * While it waits, line by line, for whoever reads this one: what it does, how things stand, amounts before and after, history, how many
   * it concerns; null in lists and once it is over.
   */
  Now: z.nullable(z.array(z.array(part))),
  /** Why it would be refused if the reader approved it now; null if it would not, in lists, and for whoever does not decide on it. */
  Problem: z.nullable(z.string()),
  Reason: z.string(),
  Maker: person,
  Made: z.iso.datetime(),
  Expires: z.iso.datetime(),
  State: z.enum(requestStates),
  Decider: z.nullable(person),
  Decided: z.nullable(z.iso.datetime()),
  DecisionReason: z.nullable(z.string()),
  /** The command's output. */
  Result: z.nullable(outcome),
  /** The roles of those who may decide on it, other than its maker. */
  Deciders: z.array(z.enum(roles)),
  /** The role of the caller: its maker, a possible decider, or a reader. */
  Mine: z.enum(['made', 'decide', 'read']),
});
export type StaffRequestAnswer = z.output<typeof staffRequest>;

export const listCommands = endpoint({
  method: 'GET',
  path: '/console/commands',
  access: 'staff',
  summary: 'The actions that the caller’s role allows',
  answer: z.array(
    z.object({
      Command: z.string(),
      /** In the reader's language, as is its form. */
      Summary: z.string(),
      /** `depends`: on the amount, or on what exactly is requested. */
      People: z.enum(['one', 'two', 'depends']),
      /** It only shows something, which has a screen of its own. */
      IsLook: z.boolean(),
      /** It takes away what is not had back by asking: its confirm looks like it. */
      IsDestructive: z.boolean(),
      Form: z.object({ Title: z.string(), Fields: z.array(field) }),
    }),
  ),
});

export const runCommand = endpoint({
  method: 'POST',
  path: '/console/commands',
  access: 'staff',
  summary: 'Carry out an action; one that needs two people becomes a request',
  body: commandInput,
  answer: z.object({ Done: z.nullable(outcome), Request: z.nullable(z.object({ Id: z.uuid() })) }),
  refusals: ['unknown_command', 'role_may_not', 'reason_required', 'mistyped', 'refused'],
});

export const listRequests = endpoint({
  method: 'GET',
  path: '/console/requests',
  access: 'staff',
  summary: 'Requests for actions that the caller’s role allows, and the caller’s own; newest first',
  query: z.object({
    state: z.optional(z.enum(['open', 'over'])),
    after: z.optional(z.uuid()),
  }),
  answer: z.array(staffRequest),
  pages: true,
});

export const readRequest = endpoint({
  method: 'GET',
  path: '/console/requests/:id',
  access: 'staff',
  summary: 'One request: for an action that the caller’s role allows, or the caller’s own',
  params: z.object({ id: z.uuid() }),
  answer: staffRequest,
  refusals: ['unknown_request'],
});

const decision = { params: z.object({ id: z.uuid() }), body: z.strictObject({ reason }) };

export const approveRequest = endpoint({
  method: 'POST',
  path: '/console/requests/:id/approve',
  access: 'staff',
  summary: 'Approve somebody else’s request; it is carried out immediately, and once',
  ...decision,
  answer: staffRequest,
  refusals: ['unknown_request', 'role_may_not', 'own_request', 'same_person', 'request_over'],
});

export const refuseRequest = endpoint({
  method: 'POST',
  path: '/console/requests/:id/refuse',
  access: 'staff',
  summary: 'Decline somebody else’s request',
  ...decision,
  answer: staffRequest,
  refusals: ['unknown_request', 'role_may_not', 'own_request', 'same_person', 'request_over'],
});

export const withdrawRequest = endpoint({
  method: 'POST',
  path: '/console/requests/:id/withdraw',
  access: 'staff',
  summary: 'Withdraw one’s own request',
  params: decision.params,
  body: z.strictObject({}),
  answer: staffRequest,
  refusals: ['unknown_request', 'request_over'],
});
