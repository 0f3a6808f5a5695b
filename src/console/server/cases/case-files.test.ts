import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purgeCaseFiles } from '#cases/server/case-files.ts';
import { mostCaseFiles, mostEvidenceBytes } from '#cases/patterns.ts';
import { roles, whoSeesCases } from '#staff/roles.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { type Answer, type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let compliance: TestMember;
let url: string;
let caseId: string;
beforeAll(async () => {
  world = await openConsoleWorld();
  compliance = await world.member('compliance', { name: 'Caio' });
});
beforeEach(async () => {
  const ana = await world.investor();
  const opened = await compliance.act('case open', [ana.email], { reason: 'they called' });
  caseId = opened.json<{ Done: { Json: { case: string } } }>().Done.Json.case;
  url = `/console/cases/${caseId}/files`;
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const codeOf = (answer: Answer): string => (answer.statusCode < 300 ? 'done' : answer.json<{ code: string }>().code);
const attach = (name: string, content: Buffer | string, by = compliance): Promise<Answer> =>
  by.post(url, { name, content: Buffer.from(content).toString('base64') });
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

interface Files {
  Files: { Id: string; Name: string; Type: string; Bytes: number; Sha256: string; Author: string }[];
  Events: { Kind: string; Words: string | null }[];
}
const read = async (): Promise<Files> => (await compliance.get(`/console/cases/${caseId}`)).json<Files>();

test('[R6] a file is attached to a case, told by its content and hash, and downloaded as it was; both are entries', async () => {
  expect(codeOf(await attach('call of ana.pdf', '%PDF-1.7 …'))).toBe('done');
  expect(codeOf(await attach('picture.txt', png))).toBe('done');
  expect(codeOf(await attach('moves.csv', 'date,amount\n2026-01-01,10\n'))).toBe('done');
  const { Files, Events } = await read();
  expect(Files.map(({ Name, Type, Author }) => [Name, Type, Author])).toEqual([
    ['call of ana.pdf', 'application/pdf', 'Caio'],
    ['picture.txt', 'image/png', 'Caio'],
    ['moves.csv', 'text/csv', 'Caio'],
  ]);
  expect(Events.filter(({ Kind }) => Kind === 'file').map(({ Words }) => Words)).toContain('call of ana.pdf');
  const [, picture] = Files;
  const sha256 = createHash('sha256').update(png).digest('hex');
  expect([picture?.Bytes, picture?.Sha256]).toEqual([png.length, sha256]);
  const taken = await compliance.get(`${url}/${picture?.Id}`);
  expect([taken.rawPayload, taken.headers['content-type'], taken.headers['x-content-type-options']]).toEqual([
    png,
    'image/png',
    'nosniff',
  ]);
  expect(taken.headers['content-disposition']).toMatch(/^attachment/);
  const entries = await world.db.query<{ action: string; details: Record<string, string> }>(
    `SELECT action, details FROM actions WHERE details ->> 'file' = $1 ORDER BY number`,
    [picture?.Id],
  );
  expect(entries.map(({ action, details }) => [action, details['sha256']])).toEqual([
    ['case file', sha256],
    ['case file look', sha256],
  ]);
  // Names may be people's: they are where they can be erased.
  expect(JSON.stringify(entries)).not.toContain('picture');
});

test('[R6] what is no document is refused by its content, whatever it is called; so is too large, too many, and a closed case', async () => {
  for (const [name, content] of [
    ['a.pdf', Buffer.from('4d5a9000', 'hex')],
    ['a.png', Buffer.from([0xff, 0xfe, 0, 1])],
    ['a.txt', 'a\0b'],
  ] as const)
    expect([name, codeOf(await attach(name, content))]).toEqual([name, 'evidence_type']);
  expect((await compliance.post(url, { name: 'a.txt', content: '<no base64>' })).statusCode).toBe(422);
  expect((await compliance.post(url, { name: 'x'.repeat(201), content: 'YQ==' })).statusCode).toBe(422);
  expect((await attach('a.txt', 'x'.repeat(mostEvidenceBytes + 3))).statusCode).toBe(422);
  expect((await attach('a.txt', 'x'.repeat(mostEvidenceBytes + 100_000))).statusCode).toBe(413);
  expect(codeOf(await attach('whole.txt', 'x'.repeat(mostEvidenceBytes)))).toBe('done');
  const all = await Promise.all(Array.from({ length: mostCaseFiles + 2 }, () => attach('a.txt', 'a')));
  expect(all.map(codeOf).filter((code) => code === 'done')).toHaveLength(mostCaseFiles - 1);
  expect((await read()).Files).toHaveLength(mostCaseFiles);
  await compliance.act('case decide', [caseId, 'nothing'], { reason: 'all is explained' });
  await compliance.act('case close', [caseId], { reason: 'all is explained' });
  expect(codeOf(await attach('late.txt', 'a'))).toBe('case_closed');
}, 60_000);

test('[R6] only who works on cases attaches, only who sees them downloads', async () => {
  await attach('a.txt', 'a');
  const [file] = (await read()).Files;
  for (const role of roles) {
    const member = await world.member(role);
    const [put, take] = [await attach('b.txt', 'b', member), await member.get(`${url}/${file?.Id}`)];
    expect([role, take.statusCode]).toEqual([role, whoSeesCases.includes(role) ? 200 : 403]);
    expect([role, put.statusCode]).toEqual([role, role === 'compliance' ? 200 : 403]);
  }
  expect((await world.askConsole({ method: 'GET', url: `${url}/${file?.Id}` })).statusCode).toBe(401);
  const elsewhere = `/console/cases/019a0000-0000-7000-8000-000000000000/files`;
  expect((await compliance.get(`${elsewhere}/${file?.Id}`)).statusCode).toBe(404);
  expect((await compliance.post(elsewhere, { name: 'a.txt', content: 'YQ==' })).statusCode).toBe(404);
});

test('[R6] files of a case go when the law no longer wants them, and not before', async () => {
  await attach('a.txt', 'a');
  const closed = (days: number) =>
    askAsOwner(
      world.db.adminUrl,
      `UPDATE cases SET decision = 'nothing', closed_at = now() - make_interval(days => $2) WHERE id = $1`,
      [caseId, days],
    );
  await closed(1826);
  await purgeCaseFiles(world.db, 'sandbox');
  expect((await read()).Files).toHaveLength(1);
  await closed(1828);
  expect(await purgeCaseFiles(world.db, 'sandbox')).toBe(1);
  expect((await read()).Files).toEqual([]);
  const retention = (await compliance.get('/console/privacy/retention')).json();
  expect(retention).toEqual({ Customers: 0, CaseFiles: 1827 });
});
