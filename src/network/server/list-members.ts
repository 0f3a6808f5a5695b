import { micros, toJsonNumber } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type {
  listMembers as listMembersContract,
  listMembersOf as listMembersOfContract,
  Member,
  MemberOrder,
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
  const input = query.search
    ? readPage({ ...query, limit: Math.min(query.limit, mostHits), order: 'newest' })
    : readPage(query);
  const members = query.search
    ? await searchDownline(sql, investor.id, query.search, input)
    : await readLevel(sql, { callerId: investor.id, parentId: investor.id }, input);
  return presentPage(members, input, ({ level }) => level ?? 1);
}

/** Lists the level below a member of the customer's downline. A member outside it is not found, as if they did not exist (W1). */
export async function listMembersOf(
  sql: Sql,
  { investor, params, query }: Pick<CallRequest<typeof listMembersOfContract>, 'investor' | 'params' | 'query'>,
): Promise<Page<Member>> {
  if (!isUuid(params.id)) throw refusePlatform('not_found');
  const input = readPage(query);
  const below = readDepthBelow(sql, investor.id, params.id);
  // What a level brought is added up for all of it: of nobody's but the caller's own.
  if (input.order === 'earned' && (await below) === null) throw refusePlatform('not_found');
  const [depth, members] = await Promise.all([
    below,
    readLevel(sql, { callerId: investor.id, parentId: params.id }, input),
  ]);
  if (depth === null) throw refusePlatform('not_found');
  return presentPage(members, input, () => depth + 1);
}

function readPage(query: CallRequest<typeof listMembersOfContract>['query']): MemberPage {
  const { order, limit } = query;
  return { span: readSpan(query), order, after: readPlace(query.after, order), limit };
}

function presentPage(
  members: readonly MemberRecord[],
  { order, limit }: MemberPage,
  levelOf: (member: MemberRecord) => number,
): Page<Member> {
  const shown = members.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((member) => presentMember(member, levelOf(member))),
    next: members.length > limit && last ? writePlace(last, order) : null,
  };
}

function presentMember(member: MemberRecord, level: number): Member {
  return {
    Id: member.id,
    Name: member.name,
    Email: member.isMasked ? maskEmail(member.email) : member.email,
    Phone: member.isMasked ? maskPhone(member.phone) : member.phone,
    Balance: toJsonNumber(member.balance),
    Earned: toJsonNumber(member.earned),
    Level: level,
    Members: member.members,
    ...(member.path && member.names ? { Path: member.path, Names: member.names } : {}),
  };
}

/**
 * The cursor is the id of the page's last member, with what they had brought where that is the order: timestamps in the database are more
 * precise than a `Date`. In another order it is refused.
 */
function writePlace({ id, earned }: MemberRecord, order: MemberOrder): string {
  return Buffer.from(order === 'earned' ? `${id} ${earned}` : id).toString('base64url');
}

function readPlace(after: string | undefined, order: MemberOrder): MemberPage['after'] {
  if (after === undefined) return null;
  const [id = '', earned] = Buffer.from(after, 'base64url').toString().split(' ');
  const isReadable = order === 'earned' ? /^\d{1,18}$/.test(earned ?? '') : earned === undefined;
  if (!isUuid(id) || !isReadable) throw refusePlatform('invalid_field', { field: 'after' });
  return { id, earned: earned === undefined ? null : micros(BigInt(earned)) };
}
