import { crossClocks } from './cross-clocks.ts';
import { floodHonest } from './flood-honest.ts';
import type { Kind } from './kind.ts';
import { liveLedgers } from './live-ledgers.ts';
import { matureMany } from './mature-many.ts';
import { openInCrowds } from './open-in-crowds.ts';
import { raceDecisions } from './race-decisions.ts';
import { raceEndings } from './race-endings.ts';
import { raceImports } from './race-imports.ts';
import { raceLastUses } from './race-last-uses.ts';
import { replayIntents } from './replay-intents.ts';
import { searchAdversary } from './search-adversary.ts';
import { stormRoutes } from './storm-routes.ts';

export const allKinds: readonly Kind[] = [
  liveLedgers,
  stormRoutes,
  openInCrowds,
  raceEndings,
  raceImports,
  raceDecisions,
  raceLastUses,
  replayIntents,
  matureMany,
  crossClocks,
  searchAdversary,
  floodHonest,
];
