import { declaredCalled } from '#operator/server/all-commands.ts';
import { lookingOf } from '#operator/server/run-declared.ts';
import { boundsOf } from '#operator/server/change-setting.ts';
import { allSettings } from '#operator/server/all-settings.ts';
import type { ActionDetails } from '#operator/server/record-action.ts';
import type { Field, Part } from '#commands/kinds.ts';
import type { Declared } from '#commands/server/declaration.ts';
import { readTyped } from '#commands/server/read-values.ts';
import { say, sayDone, sayRefused, sayStanding, sayWrong, type Stored } from '#commands/server/say.ts';
import type { Language } from '#platform/languages.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Sql } from '#database/server/database.ts';
import { refuseConsole } from '../refusals.ts';
import type { RequestRecord, RequestResult } from './request-store.ts';
import { type Found, sayFindings } from './say-findings.ts';
import type { ConsoleParts } from './take-action.ts';

/** A declared command's form. */
export function sayForm({ params, words }: Declared, language: Language): { Title: string; Fields: Field[] } {
  const said = words(language);
  const Fields = Object.entries(params)
    .filter(([, { isPinned }]) => !isPinned)
    .map(([name, { kind, isRequired, isLong, first, most, options }]) => ({
      Name: name,
      Kind: kind,
      Label: said.params[name] ?? name,
      Hint: said.hints?.[name] ?? null,
      IsRequired: isRequired,
      First: first,
      Most: kind === 'text' ? most : null,
      IsLong: isLong,
      Options:
        kind === 'setting'
          ? allSettings.map(({ key, unit = null }) => ({ Value: key, Label: key, Note: unit }))
          : options.map((option) => ({
              Value: option,
              Label: said.choices?.[name]?.[option] ?? option,
              Note: said.notes?.[name]?.[option] ?? null,
            })),
    }));
  return { Title: said.title, Fields };
}

/** What a request would do as things stand; no more than what it is called once its customer is erased. */
export async function sayRequest(
  parts: ConsoleParts,
  { command, input: stored, result }: Pick<RequestRecord, 'command' | 'input' | 'result'>,
  language: Language,
): Promise<Part[]> {
  const declared = declaredCalled(command);
  if (!declared) return [words(command)];
  if (isErased(declared, stored)) return [words(declared.words(language).title)];
  const facts = await declared.read?.(lookingOf(parts), readTyped(declared, stored));
  const said = declared.words(language);
  // What was there when it was carried out may be there no longer.
  const known = { ...textsIn(result?.json), ...stored, ...facts };
  return named(parts.db, say(declared, said.sentence + (said.more ?? ''), known, said), known, language);
}

const isErased = ({ params }: Declared, stored: Stored): boolean =>
  Object.keys(stored).length === 0 && Object.keys(params).length > 0;

/** What a request does and how things stand while it waits; null once it is over, or its customer erased. */
export async function sayHowItStands(
  parts: ConsoleParts,
  { command, input: stored, state }: Pick<RequestRecord, 'command' | 'input' | 'state'>,
  language: Language,
): Promise<Part[][] | null> {
  const declared = declaredCalled(command);
  if (state !== 'waiting' || !declared || isErased(declared, stored)) return null;
  const facts = await declared.stands?.(lookingOf(parts), readTyped(declared, stored));
  const known = { ...stored, ...facts };
  const lines = facts ? sayStanding(declared, known, language) : [];
  const { summary } = declared.words(language);
  return Promise.all([[words(summary)], ...lines].map((line) => named(parts.db, line, known, language)));
}

/** How a command ended, from its stored result; null for what only shows something. */
export async function sayOutcome(
  sql: Sql,
  { command, input = {} }: { command: string; input?: Stored },
  { lines, json }: RequestResult,
  language: Language,
): Promise<Part[] | null> {
  const declared = declaredCalled(command);
  const stored = textsIn(json);
  const { outcome, code } = stored;
  // What a look shows are its lines.
  if (!declared || ('show' in declared && code === undefined)) return null;
  const said = declared.words(language);
  const text = outcome === undefined ? undefined : said.outcomes[outcome];
  if (text !== undefined) return named(sql, say(declared, text, stored, said), stored, language);
  if (code === undefined) return [words(sayDone(language))];
  return [words(sayFailure({ command, input }, { lines, json }, language))];
}

/** Why a command was refused; of a setting's value with its bounds. */
export const sayWhy: typeof sayRefused = (declared, language, refused, values) =>
  sayRefused(declared, language, refused, { ...values, ...boundsOf(values['key']) });

/** The same from its stored result. */
export function sayFailure(
  { command, input = {} }: { command: string; input?: Stored },
  { lines, json }: RequestResult,
  language: Language,
): string {
  const declared = declaredCalled(command);
  const { code = '', reason } = textsIn(json);
  const sentence = lines.join(' ');
  return declared ? sayWhy(declared, language, { code: reason ?? code, sentence }, input) : sentence;
}

const textsIn = (json: unknown): Stored =>
  Object.fromEntries(Object.entries(json ?? {}).map(([name, value]) => [name, String(value)]));

/** What an audit found, with the names of whom it concerns; null for what is none. */
export async function sayFound(sql: Sql, { json }: RequestResult, language: Language): Promise<Found[] | null> {
  const found = sayFindings(json, language);
  if (!found || found.length === 0) return null;
  const name = await namesIn(
    sql,
    found.flatMap(({ Places }) => Places.flat()),
    ['customer', 'journal'],
  );
  return found.map((each) => ({ ...each, Places: each.Places.map((parts) => parts.map(name)) }));
}

interface Entry {
  action: string;
  details: ActionDetails;
  was: ActionDetails | null;
}

/** What entries in the account of actions say; null for what is not declared. Customers stay ids: whoever reads on opens their page. */
export async function sayActions(sql: Sql, entries: readonly Entry[], language: Language): Promise<(Part[] | null)[]> {
  const said = entries.map((entry) => sayAction(entry, language));
  const name = await namesIn(
    sql,
    said.flatMap((parts) => parts ?? []),
    ['staff'],
  );
  return said.map((parts) => parts && parts.map(name));
}

function sayAction({ action, details, was }: Entry, language: Language): Part[] | null {
  const declared = declaredCalled(action);
  if (!declared) return sayOfRequest(details, language);
  const stored: Record<string, string> = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, String(value)]),
  );
  for (const [name, pinned] of Object.entries(declared.replaces ?? {})) {
    if (was?.[name] !== undefined) stored[pinned] = String(was[name]);
  }
  const said = declared.words(language);
  return withUnits(say(declared, said.sentence, stored, said), stored, language);
}

/** What somebody asked for or decided on: the action, whom it concerns, and why. */
function sayOfRequest({ command, customer, reason }: ActionDetails, language: Language): Part[] | null {
  const declared = typeof command === 'string' ? declaredCalled(command) : undefined;
  if (!declared) return null;
  const also = (
    [
      ['customer', customer],
      ['text', reason],
    ] as const
  ).flatMap(([kind, value]): Part[] =>
    value === undefined ? [] : [words(' · '), { Kind: kind, Value: String(value), Name: null }],
  );
  return [words(declared.words(language).title), ...also];
}

/** Does the work, and words the refusal of a declared command in the reader's language. */
export async function inLanguage<Result>(
  language: Language,
  { command, params }: { command: string; params?: Readonly<Record<string, unknown>> | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const declared = declaredCalled(command);
    if (!declared || !(error instanceof Refusal) || error.folder !== 'console') throw error;
    const { sentence = '', reason, field } = error.values;
    if (error.code === 'mistyped' && typeof field === 'string') {
      throw refuseConsole('mistyped', { sentence: sayWrong(declared, language, field), field, language });
    }
    if (error.code !== 'refused' || typeof reason !== 'string') throw error;
    const typed = Object.entries(params ?? {}).map(([name, given]): [string, string] => [
      name,
      typeof given === 'string' && declared.params[name]?.kind !== 'value' ? given : JSON.stringify(given),
    ]);
    const refused = { code: reason, sentence: typeof sentence === 'string' ? sentence : '' };
    const said = sayWhy(declared, language, refused, Object.fromEntries(typed));
    throw refuseConsole('refused', { sentence: said, reason, language });
  }
}

const words = (text: string): Part => ({ Kind: 'words', Value: text, Name: null });

/** People by name, settings' values with their units. */
async function named(sql: Sql, parts: readonly Part[], stored: Stored, language: Language): Promise<Part[]> {
  return withUnits(parts, stored, language).map(await namesIn(sql, parts, ['customer', 'staff', 'journal']));
}

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Names people, and the places of journals, that stand in these parts. */
async function namesIn(
  sql: Sql,
  parts: readonly Part[],
  kinds: readonly Part['Kind'][],
): Promise<(each: Part) => Part> {
  const named = parts.filter(({ Kind: kind }) => kinds.includes(kind));
  const keys = named.flatMap(({ Kind: kind, Value }) => (kind === 'journal' ? [Value] : []));
  // Somebody who was typed is an address until they are known.
  const ids = named.flatMap(({ Kind: kind, Value }) => (kind !== 'journal' && isId.test(Value) ? [Value] : []));
  const rows =
    ids.length + keys.length === 0
      ? []
      : await sql.query<{ id: string; name: string }>(
          `SELECT id::text, name FROM customers WHERE id = ANY ($1::uuid[]) AND erased_at IS NULL
           UNION ALL SELECT id::text, name FROM staff WHERE id = ANY ($1::uuid[])
           UNION ALL SELECT key, owner || '/' || number FROM ledger.journals WHERE key = ANY ($2::text[])`,
          [ids, keys],
        );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (each) => ({ ...each, Name: (kinds.includes(each.Kind) ? names.get(each.Value) : null) ?? each.Name });
}

/** Settings' values with their units; commands by their titles. */
function withUnits(parts: readonly Part[], stored: Stored, language: Language): Part[] {
  const unit = allSettings.find(({ key }) => key === stored['key'])?.unit ?? null;
  const shown = (value: string) => (unit === 'commands' ? titlesIn(value, language) : value);
  return parts.map((each) => (each.Kind === 'value' ? { ...each, Value: shown(each.Value), Name: unit } : each));
}

function titlesIn(value: string, language: Language): string {
  if (value === '–') return value;
  const names = JSON.parse(value) as string[];
  return JSON.stringify(names.map((name) => declaredCalled(name)?.words(language).title ?? name));
}
