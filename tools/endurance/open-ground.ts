import { buildWorld } from '#testing/server/build-world.ts';
import type { World, WorldSettings } from '#testing/server/world.ts';
import { openDatabase } from '#database/server/database.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { Cluster } from './open-cluster.ts';
import { changeFunctions, type Seed } from './seed-bug.ts';

export type GroundSettings = WorldSettings;

/** The whole product on a separate database, as in tests, with all the time and money it needs. */
export interface Ground extends World {
  /** Runs a statement that needs the database superuser's password, without a timeout. */
  asOwner<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Restarts the server, losing everything it held only in memory. */
  restart(): Promise<void>;
}

export async function openGround(
  cluster: Cluster,
  settings: GroundSettings = {},
  seed: Seed | null = null,
): Promise<Ground> {
  const { url, adminUrl } = await cluster.clone();
  const openPool = (): Ground['db'] => ({ ...openDatabase({ url }), url, adminUrl });
  const ground = (await buildWorld(openPool(), { treasury: '900000000', ...settings })) as Ground;
  ground.asOwner = (statement, values = []) => askAsOwner(adminUrl, statement, values);
  ground.restart = async () => {
    await ground.close();
    ground.db = openPool();
    await ground.start();
  };
  if (seed?.functions) await changeFunctions(ground, seed.functions);
  return ground;
}
