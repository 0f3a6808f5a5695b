import { declaredCalled, declaredCommands } from '#operator/server/all-commands.ts';
import type { Lastro } from '#operator/server/command.ts';
import type { Declared } from '#commands/server/declaration.ts';
import { readTyped, readValues, writeValues } from '#commands/server/read-values.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { lookingOf, runDeclared } from '#operator/server/run-declared.ts';
import { formatRefusal } from '#operator/server/format-refusal.ts';
import type { Operator } from '#commands/server/operator.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { isLost } from '#database/server/is-lost.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { refuseStaff } from '#staff/refusals.ts';
import type { Role } from '#staff/roles.ts';
import { holdMaker } from '#staff/server/staff-store.ts';
import { refuseConsole } from '../refusals.ts';
import { aboutWhom } from './about-whom.ts';
import { type Acting, operatorOf, operatorOfRequest } from './acting.ts';
import { foresee, subjectOf } from './foresee-action.ts';
import { decidersOf, peopleFor, rolesOf } from './policy.ts';
import { tellDeciders } from './tell-deciders.ts';
import {
  areOnePerson,
  claimRequest,
  claimSeconds,
  decideRequest,
  endRequest,
  failRequest,
  listLeftRequests,
  insertRequest,
  isInAccount,
  readCustomerOfRequest,
  readRequest,
  renewClaim,
  type RequestRecord,
  type RequestResult,
  takeBackRequest,
} from './request-store.ts';

/** The installation as console commands see it, without the operator. */
export type ConsoleParts = Omit<Lastro, 'operator'>;

/** Either done immediately, or a request that waits for somebody else. */
export type Taken = { done: RequestResult; request: null } | { done: null; request: string };

export interface ActionAsked {
  command: string;
  params: Readonly<Record<string, unknown>>;
  reason?: string | undefined;
}

export function commandsOf(role: Role, mode: ConsoleParts['mode']): readonly Declared[] {
  return declaredCommands.filter((each) => each.roles.includes(role) && isThere(each, mode));
}

export const isThere = ({ sandboxOnly }: Declared, mode: ConsoleParts['mode']): boolean =>
  !sandboxOnly || mode === 'sandbox';

/**
 * Takes an action in the console: runs the same command as the command line, if the member's role includes it, directly or as a request.
 *
 * @throws Refusal `unknown_command`, `role_may_not`, `mistyped`, `reason_required`, `refused`, `already_asked`
 */
export async function takeAction(parts: ConsoleParts, acting: Acting, asked: ActionAsked): Promise<Taken> {
  const declared = requireCommand(asked.command);
  if (!isThere(declared, parts.mode)) throw refuseConsole('unknown_command');
  if (!declared.roles.includes(acting.member.role)) throw refuseStaff('role_may_not');
  const values = await saying(async () => readValues(declared, asked.params));
  const { db, mode } = parts;
  const staffId = acting.member.id;
  if ((await peopleFor(db, mode, { declared, values, staffId })) === 'one') {
    return { done: await run(parts, declared, values, operatorOf(acting)), request: null };
  }
  const { reason } = asked;
  if (!reason) throw refuseConsole('reason_required');
  const id = uuidv7();
  await saying(() => foresee(parts, declared, values, { ...operatorOf(acting), requestId: id }));
  const looking = lookingOf(parts);
  const input = writeValues(declared, { ...(await declared.pin?.(looking, values)), ...values });
  const { name } = declared;
  await transaction(db, async (tx) => {
    const customerId = await aboutWhom({ ...looking, sql: tx }, declared, values);
    const subject = subjectOf(declared, input, customerId);
    const made = { id, command: name, input, reason, makerId: staffId, customerId, subject };
    if (!(await insertRequest(tx, made))) throw refuseConsole('already_asked');
    await tellDeciders(tx, made);
    const details = { request: id, command: name, reason, ...(customerId && { customer: customerId }) };
    await recordAction(tx, { operator: operatorOf(acting), action: 'request make', details });
  });
  return { done: null, request: id };
}

/**
 * Decides on somebody else's request and, if approved, carries it out; what is bound to fail is not approved, and ends with the reason. Of
 * concurrent decisions one succeeds. It is carried out once even if a server dies meanwhile: either its action is recorded under the
 * request's id, or none of it happened.
 *
 * @throws Refusal `unknown_request`, `role_may_not`, `own_request`, `same_person`, `request_over`
 */
export async function decide(
  parts: ConsoleParts,
  acting: Acting,
  decision: { id: string; to: 'approved' | 'refused'; reason: string },
): Promise<RequestRecord> {
  const { db } = parts;
  const { member } = acting;
  const request = await requireRequest(db, decision.id);
  if (!decidersOf(request.command).includes(member.role)) throw refuseStaff('role_may_not');
  if (request.makerId === member.id) throw refuseConsole('own_request');
  if (await areOnePerson(db, request.makerId, member.id)) throw refuseConsole('same_person');
  if (decision.to === 'approved' && (await isBoundToFail(parts, acting, request)))
    return requireRequest(db, request.id);
  await transaction(db, async (tx) => {
    if (decision.to === 'approved') await requireMaker(tx, request);
    const customer = await readCustomerOfRequest(tx, request.id);
    if (!(await decideRequest(tx, { ...decision, deciderId: member.id }))) throw refuseConsole('request_over');
    const action = decision.to === 'approved' ? 'request approve' : 'request refuse';
    const details = {
      request: request.id,
      command: request.command,
      reason: decision.reason,
      ...(customer && { customer }),
    };
    await recordAction(tx, { operator: operatorOf(acting), action, details });
  });
  if (decision.to === 'approved') await carryOut(parts, request.id, acting.address);
  return requireRequest(db, request.id);
}

/** What the command would refuse a waiting request with as things stand, if the member approved it; null if nothing. */
export async function foreseeFailure(
  parts: ConsoleParts,
  { member }: Acting,
  request: RequestRecord,
): Promise<RequestResult | null> {
  const declared = declaredCalled(request.command);
  if (!declared || request.state !== 'waiting') return null;
  try {
    const operator = operatorOfRequest({ ...request, deciderId: member.id, deciderName: member.name });
    await saying(async () => foresee(parts, declared, readTyped(declared, request.input), operator));
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return resultOf(error);
  }
}

/** Ends a request that is bound to fail, with the command's reason. */
async function isBoundToFail(parts: ConsoleParts, acting: Acting, request: RequestRecord): Promise<boolean> {
  const failure = await foreseeFailure(parts, acting, request);
  if (!failure) return false;
  return transaction(parts.db, async (tx) => {
    const customer = await readCustomerOfRequest(tx, request.id);
    if (!(await failRequest(tx, request.id, failure))) return false;
    const details = { request: request.id, command: request.command, ...(customer && { customer }) };
    await recordAction(tx, { operator: operatorOf(acting), action: 'request fail', details });
    return true;
  });
}

/** Two people decide only if the first may still ask for it: dismissing them withdraws the request, and so does another role. */
async function requireMaker(tx: Tx, { command, makerId }: RequestRecord): Promise<void> {
  const maker = await holdMaker(tx, makerId);
  if (!maker || !rolesOf(command).includes(maker.role)) throw refuseConsole('request_over');
}

/** Takes back the member's own request before anybody has decided on it. */
export async function withdraw(db: Database, acting: Acting, id: string): Promise<RequestRecord> {
  const request = await requireRequest(db, id);
  if (request.makerId !== acting.member.id) throw refuseConsole('unknown_request');
  await transaction(db, async (tx) => {
    if (!(await takeBackRequest(tx, id, acting.member.id))) throw refuseConsole('request_over');
    const details = { request: id, command: request.command };
    await recordAction(tx, { operator: operatorOf(acting), action: 'request withdraw', details });
  });
  return requireRequest(db, id);
}

/**
 * Carries out an approved request, once. The server holds a claim on it while alive; if it dies, another finds out from the action
 * log whether it was done. A request that was refused or hit a fault has failed and is not retried.
 */
export async function carryOut(parts: ConsoleParts, id: string, address: string | null): Promise<void> {
  const { db } = parts;
  if (!(await claimRequest(db, id))) return;
  const renewal = setInterval(() => void renewClaim(db, id).catch(() => undefined), (claimSeconds * 1000) / 3).unref();
  try {
    const request = await requireRequest(db, id);
    if (await isInAccount(db, id)) await endRequest(db, id, 'done', doneBefore);
    else await endRequest(db, id, 'done', await runApproved(parts, request, address));
  } catch (error) {
    await endUnfinished(db, id, error);
  } finally {
    clearInterval(renewal);
  }
}

const doneBefore: RequestResult = { lines: ['Done.'], json: null };

/** Runs in the name of both decider and maker. The input is validated again, because nothing of it is left if the customer was erased. */
async function runApproved(
  parts: ConsoleParts,
  request: RequestRecord,
  address: string | null,
): Promise<RequestResult> {
  const declared = requireCommand(request.command);
  const values = await saying(async () => readTyped(declared, request.input));
  return run(parts, declared, values, { ...operatorOfRequest(request), address });
}

/**
 * An action found in the account is done, whatever was thrown. If the outcome is unknown, the claim expires and the request is checked
 * again.
 */
async function endUnfinished(db: Database, id: string, error: unknown): Promise<void> {
  if (isLost(error)) throw error;
  const isRefusal = error instanceof Refusal;
  if (await isInAccount(db, id)) {
    await endRequest(db, id, 'done', doneBefore);
  } else if (isRefusal) {
    await endRequest(db, id, 'failed', resultOf(error));
  } else {
    const lines = ['This failed because of a fault on our side, and nothing was changed. See the log for details.'];
    await endRequest(db, id, 'failed', { lines, json: { code: 'internal' } });
  }
  if (!isRefusal && !isDoneBefore(error)) throw error;
}

function resultOf(refusal: Refusal): RequestResult {
  const { sentence, reason } = refusal.values;
  const lines = [typeof sentence === 'string' ? sentence : formatRefusal(refusal)];
  return { lines, json: { code: refusal.code, ...(reason !== undefined && { reason }) } };
}

/** Carries out approved requests left behind by a server that died. Returns their number. */
export async function finishRequests(parts: ConsoleParts): Promise<number> {
  const left = await listLeftRequests(parts.db);
  for (const id of left) await carryOut(parts, id, null);
  return left.length;
}

/** The database rejects a second action for one request. */
function isDoneBefore(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'an_approved_request_is_done_once';
}

async function run(
  parts: ConsoleParts,
  declared: Declared,
  values: Readonly<Record<string, unknown>>,
  operator: Operator,
): Promise<RequestResult> {
  const { lines, json } = await saying(() => runDeclared(declared, { ...parts, operator }, values));
  return { lines, json };
}

/** Turns a command's rejections into refusals of the console. */
async function saying<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Mistyped) {
      const { message: sentence, field } = error;
      throw refuseConsole('mistyped', { sentence, ...(field !== undefined && { field }) });
    }
    if (error instanceof CommandRefused)
      throw refuseConsole('refused', { sentence: error.message, reason: error.code });
    throw error;
  }
}

function requireCommand(name: string): Declared {
  const declared = declaredCalled(name);
  if (!declared) throw refuseConsole('unknown_command');
  return declared;
}

export async function requireRequest(db: Database, id: string): Promise<RequestRecord> {
  const request = await readRequest(db, id);
  if (!request) throw refuseConsole('unknown_request');
  return request;
}
