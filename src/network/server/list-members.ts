import { toJsonNumber } from '#money/money.ts';
import type { ListQuery } from '#platform/pages.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type {
  listMembers as listMembersContract,
  listMembersOf as listMembersOfContract,
  Member,
} from '../contract.ts';
import { maskEmail, maskPhone } from '../mask.ts';
import { type MemberPage, type MemberRecord, readDepth, readLevel, searchDownline } from './member-store.ts';

/** The customer's direct members; with a search, members of the whole downline, each with the way down to them (W1). */
export async function listMembers(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof listMembersContract>, 'investor' | 'query'>,
): Promise<Page<Member>> {
  const depth = await requireDepth(sql, investor.id, investor.id);
  const input = readPage(query);
  const members = query.search
    ? await searchDownline(sql, investor.id, query.search, input)
    : await readLevel(sql, investor.id, input);
  return presentPage(members, depth, query.limit);
}

/** The level below a member of the customer's downline. Somebody outside it is not there, as if they did not exist (W1). */
export async function listMembersOf(
  sql: Sql,
  { investor, params, query }: Pick<CallRequest<typeof listMembersOfContract>, 'investor' | 'params' | 'query'>,
): Promise<Page<Member>> {
  if (!isUuid(params.id)) throw refusePlatform('not_found');
  await requireDepth(sql, investor.id, params.id);
  const depth = await requireDepth(sql, investor.id, investor.id);
  return presentPage(await readLevel(sql, params.id, readPage(query)), depth, query.limit);
}

async function requireDepth(sql: Sql, callerId: string, id: string): Promise<number> {
  const depth = await readDepth(sql, callerId, id);
  if (depth === null) throw refusePlatform('not_found');
  return depth;
}

function readPage(query: ListQuery): MemberPage {
  return { span: readSpan(query), afterId: readPlace(query.after), limit: query.limit };
}

function presentPage(members: readonly MemberRecord[], depth: number, limit: number): Page<Member> {
  const shown = members.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((member) => presentMember(member, depth)),
    next: members.length > limit && last ? Buffer.from(last.id).toString('base64url') : null,
  };
}

function presentMember(member: MemberRecord, callerDepth: number): Member {
  return {
    Id: member.id,
    Name: member.name,
    Email: member.isMasked ? maskEmail(member.email) : member.email,
    Phone: member.isMasked ? maskPhone(member.phone) : member.phone,
    Balance: toJsonNumber(member.balance),
    Level: member.depth - callerDepth,
    Members: member.members,
    ...(member.path && member.names ? { Path: member.path, Names: member.names } : {}),
  };
}

/** The place of a page is its last member: moments in the database are finer than a `Date`. */
function readPlace(after: string | undefined): string | null {
  if (after === undefined) return null;
  const id = Buffer.from(after, 'base64url').toString();
  if (!isUuid(id)) throw refusePlatform('invalid_field', { field: 'after' });
  return id;
}
