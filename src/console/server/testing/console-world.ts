import { composeConsole, consoleParts } from '#app/server/compose-console.ts';
import { fromTyped } from '#commands/server/read-values.ts';
import { declaredCalled } from '#operator/server/all-commands.ts';
import type { ConsoleParts } from '#console/server/take-action.ts';
import type { Http } from '#http/server/http.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { Role } from '#staff/roles.ts';
import { openStaffSession } from '#staff/server/staff-sessions.ts';
import { insertStaff } from '#staff/server/staff-store.ts';
import { openWorld, type World } from '#testing/server/world.ts';

export type Answer = Awaited<ReturnType<World['ask']>>;

/** A logged-in member of staff. */
export interface TestMember {
  id: string;
  email: string;
  cookie: string;
  get(url: string): Promise<Answer>;
  post(url: string, body?: object): Promise<Answer>;
  /** Takes an action: command, words and options as typed, and the reason. */
  act(command: string, words?: string[], options?: Record<string, string>, reason?: string): Promise<Answer>;
}

export interface MemberOptions {
  name?: string;
  invitedBy?: TestMember;
  vouched?: boolean;
}

/** The product with its console on the same database. */
export interface ConsoleWorld extends World {
  parts: ConsoleParts;
  /** The console's own server; `http` is the product's. */
  console: Http;
  askConsole: World['ask'];
  member(role: Role, options?: MemberOptions): Promise<TestMember>;
  /** Another session of the same person. */
  again(member: TestMember): Promise<TestMember>;
}

export async function openConsoleWorld(settings: Parameters<typeof openWorld>[0] = {}): Promise<ConsoleWorld> {
  const world = (await openWorld(settings)) as ConsoleWorld;
  const logTo = { write: (line: string) => void world.logLines.push(line) };
  const http = await composeConsole({ config: world.config, db: world.db, clock: settings.clock, logTo });
  world.console = http;
  world.parts = consoleParts(world.config, world.db);
  world.askConsole = (options) => http.app.inject(options);
  world.again = async ({ id, email }) => enter(world, id, email);
  world.member = async (role, { name, invitedBy, vouched = true } = {}) => {
    const id = uuidv7();
    const email = `${role}-${id}@staff.example`;
    await transaction(world.db, (tx) =>
      insertStaff(tx, {
        id,
        email,
        name: name ?? `${role} ${id.slice(-4)}`,
        role,
        invitedBy: invitedBy?.id ?? null,
        vouched,
      }),
    );
    await world.db.query('UPDATE staff SET joined_at = now() WHERE id = $1', [id]);
    return enter(world, id, email);
  };
  const { close } = world;
  world.close = async () => {
    await http.app.close();
    await close();
  };
  return world;
}

async function enter(world: ConsoleWorld, id: string, email: string): Promise<TestMember> {
  const token = await transaction(world.db, (tx) =>
    openStaffSession(tx, id, { address: '192.0.2.1', userAgent: 'tests' }),
  );
  const cookie = `lastro-console=${token}`;
  const get = (url: string) => world.askConsole({ method: 'GET', url, headers: { cookie } });
  const post = (url: string, body: object = {}) =>
    world.askConsole({ method: 'POST', url, headers: { cookie, console: '1' }, body });
  return {
    id,
    email,
    cookie,
    get,
    post,
    act: (command, words = [], options = {}, reason) =>
      post('/console/commands', { command, ...askedOf(command, words, options), ...(reason && { reason }) }),
  };
}

/** The body of a call for what would be typed. */
function askedOf(name: string, words: readonly string[], options: Record<string, string>): object {
  const declared = declaredCalled(name);
  const places = Object.entries(declared?.params ?? {}).flatMap(([param, { isWord }]) => (isWord ? [param] : []));
  const placed = Object.fromEntries(words.map((word, at) => [places[at] ?? `word ${at}`, word]));
  return { params: declared ? fromTyped(declared, { ...placed, ...options }) : {} };
}
