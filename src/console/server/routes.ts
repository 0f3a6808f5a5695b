import { whomSeen } from '#commands/server/whom-seen.ts';
import { inLanguage, sayFailure, sayForm, sayFound, sayHowItStands, sayOutcome, sayRequest } from './say-command.ts';
import type { Http } from '#http/server/http.ts';
import { refuseStaff } from '#staff/refusals.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import type { Role } from '#staff/roles.ts';
import type { StaffMember } from '#staff/server/staff-member.ts';
import type { Sql } from '#database/server/database.ts';
import type { Language } from '#platform/languages.ts';
import * as contract from '../contract.ts';
import * as waitingContract from '../waiting-contract.ts';
import { decidersOf, peopleBefore, requestsOf } from './policy.ts';
import { noteWatching } from './note-watching.ts';
import { readWaiting } from './read-waiting.ts';
import {
  listCustomersOf,
  listRequests,
  readCustomerOfRequest,
  type RequestRecord,
  type RequestResult,
} from './request-store.ts';
import {
  commandsOf,
  type ConsoleParts,
  decide,
  foreseeFailure,
  requireRequest,
  takeAction,
  withdraw,
} from './take-action.ts';

const pageSize = 50;

/** Actions and requests. Whether a role may take an action is checked per command, and not per endpoint. */
export function serveActions(http: Http, parts: ConsoleParts): void {
  serveStaff(http, contract.listCommands, null, async (db, { member, language }) => {
    const peopleOf = await peopleBefore(db, parts.mode, member.id);
    return commandsOf(member.role, parts.mode).map((declared) => ({
      Command: declared.name,
      Summary: declared.words(language).summary,
      IsLook: 'show' in declared,
      IsDestructive: declared.isDestructive ?? false,
      Form: sayForm(declared, language),
      People: peopleOf(declared),
    }));
  });
  serveStaff(http, contract.runCommand, null, async (db, { body, member, address, language }) => {
    const taken = await inLanguage(language, body, () => takeAction(parts, { member, address }, body));
    return {
      Done: taken.done && (await presentResult(db, body, taken.done, language)),
      Request: taken.request ? { Id: taken.request } : null,
    };
  });
  serveStaff(http, contract.listRequests, null, async (db, { query, member, address, language }) => {
    const commands = requestsOf(member.role);
    const { state, after } = query;
    const found = await listRequests(db, { state, after, commands, staffId: member.id, most: pageSize + 1 });
    const rows = found.slice(0, pageSize);
    const customers = await listCustomersOf(
      db,
      rows.map(({ id }) => id),
    );
    const asked = { which: state ?? 'all', ...(after && { after }) };
    await noteWatching(db, { member, address }, 'requests look', { ...asked, ...whomSeen(customers) });
    return {
      rows: await Promise.all(rows.map((each) => present(parts, each, member, language))),
      next: found.length > pageSize ? (rows.at(-1)?.id ?? null) : null,
    };
  });
  serveStaff(http, waitingContract.readWaiting, null, (db, { member }) => readWaiting(db, member));
  serveStaff(http, contract.readRequest, null, async (db, { params: { id }, member, address, language }) => {
    const request = await requireRequest(db, id);
    const isTheirs = request.makerId === member.id || requestsOf(member.role).includes(request.command);
    if (!isTheirs) throw refuseStaff('role_may_not');
    const customer = await readCustomerOfRequest(db, id);
    await noteWatching(db, { member, address }, 'request look', { request: id, ...(customer && { customer }) });
    const shown = await present(parts, request, member, language);
    const Now = await sayHowItStands(parts, request, language);
    if (shown.Mine !== 'decide') return { ...shown, Now };
    const failure = await foreseeFailure(parts, { member, address }, request);
    return { ...shown, Now, Problem: failure && sayFailure(request, failure, language) };
  });
  serveStaff(
    http,
    contract.approveRequest,
    null,
    async (_db, { params: { id }, body: { reason }, member, address, language }) =>
      present(parts, await decide(parts, { member, address }, { id, to: 'approved', reason }), member, language),
  );
  serveStaff(
    http,
    contract.refuseRequest,
    null,
    async (_db, { params: { id }, body: { reason }, member, address, language }) =>
      present(parts, await decide(parts, { member, address }, { id, to: 'refused', reason }), member, language),
  );
  serveStaff(http, contract.withdrawRequest, null, async (db, { params: { id }, member, address, language }) =>
    present(parts, await withdraw(db, { member, address }, id), member, language),
  );
}

async function presentResult(
  sql: Sql,
  asked: Parameters<typeof sayOutcome>[1],
  result: RequestResult,
  language: Language,
) {
  return {
    Lines: result.lines,
    Json: result.json,
    Said: await sayOutcome(sql, asked, result, language),
    Findings: await sayFound(sql, result, language),
  };
}

async function present(
  parts: ConsoleParts,
  request: RequestRecord,
  member: StaffMember,
  language: Language,
): Promise<contract.StaffRequestAnswer> {
  const { deciderId, deciderName, result } = request;
  return {
    Id: request.id,
    Command: request.command,
    Params: request.input,
    Sentence: await sayRequest(parts, request, language),
    Now: null,
    Problem: null,
    Reason: request.reason,
    Maker: { Id: request.makerId, Name: request.makerName },
    Made: request.madeAt.toISOString(),
    Expires: request.expiresAt.toISOString(),
    State: request.state,
    Decider: deciderId ? { Id: deciderId, Name: deciderName ?? '' } : null,
    Decided: request.decidedAt?.toISOString() ?? null,
    DecisionReason: request.decisionReason,
    Result: result && (await presentResult(parts.db, request, result, language)),
    Deciders: [...decidersOf(request.command)],
    Mine: request.makerId === member.id ? 'made' : mayDecide(request, member.role) ? 'decide' : 'read',
  };
}

function mayDecide({ state, command }: RequestRecord, role: Role): boolean {
  return state === 'waiting' && decidersOf(command).includes(role);
}
