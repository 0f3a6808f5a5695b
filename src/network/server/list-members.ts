import { toJsonNumber } from '#money/money.ts';
import type { ListQuery } from '#platform/pages.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type {
  listMembers as listMembersContract,
  listMembersOf as listMembersOfContract,
  Member,
} from '../contract.ts';
import { maskEmail, maskPhone } from '../mask.ts';
import { type MemberPage, type MemberRecord, readDepthBelow, readLevel, searchDownline } from './member-store.ts';

/** Hits of a page: each has its path, and the names along it. */
const mostHits = 100;

/** Lists the customer's direct members or, with a search, members of the whole downline, each with the path down to them (W1). */
export async function listMembers(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof listMembersContract>, 'investor' | 'query'>,
): Promise<Page<Member>> {
  const limit = query.search ? Math.min(query.limit, mostHits) : query.limit;
  const input = readPage({ ...query, limit });
  const members = query.search
    ? await searchDownline(sql, investor.id, query.search, input)
    : await readLevel(sql, investor.id, input);
  return presentPage(members, limit, ({ level }) => level ?? 1);
}

/** Lists the level below a member of the customer's downline. A member outside it is not found, as if they did not exist (W1). */
export async function listMembersOf(
  sql: Sql,
  { investor, params, query }: Pick<CallRequest<typeof listMembersOfContract>, 'investor' | 'params' | 'query'>,
): Promise<Page<Member>> {
  if (!isUuid(params.id)) throw refusePlatform('not_found');
  const [depth, members] = await Promise.all([
    readDepthBelow(sql, investor.id, params.id),
    readLevel(sql, params.id, readPage(query)),
  ]);
  if (depth === null) throw refusePlatform('not_found');
  return presentPage(members, query.limit, () => depth + 1);
}

function readPage(query: ListQuery): MemberPage {
  return { span: readSpan(query), afterId: readPlace(query.after), limit: query.limit };
}

function presentPage(
  members: readonly MemberRecord[],
  limit: number,
  levelOf: (member: MemberRecord) => number,
): Page<Member> {
  const shown = members.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((member) => presentMember(member, levelOf(member))),
    next: members.length > limit && last ? Buffer.from(last.id).toString('base64url') : null,
  };
}

function presentMember(member: MemberRecord, level: number): Member {
  return {
    Id: member.id,
    Name: member.name,
    Email: member.isMasked ? maskEmail(member.email) : member.email,
    Phone: member.isMasked ? maskPhone(member.phone) : member.phone,
    Balance: toJsonNumber(member.balance),
    Level: level,
    Members: member.members,
    ...(member.path && member.names ? { Path: member.path, Names: member.names } : {}),
  };
}

/** The cursor is the id of the page's last member: timestamps in the database are more precise than a `Date`. */
function readPlace(after: string | undefined): string | null {
  if (after === undefined) return null;
  const id = Buffer.from(after, 'base64url').toString();
  if (!isUuid(id)) throw refusePlatform('invalid_field', { field: 'after' });
  return id;
}
