import type { Kind } from './kind.ts';
import type { Cluster } from './open-cluster.ts';
import { runKind } from './run-kind.ts';

/** A run that cannot fail proves nothing: each seeded bug must be found, at the small size already. */
export async function proveControls(cluster: Cluster, kinds: readonly Kind[]): Promise<boolean> {
  let missed = 0;
  for (const kind of kinds) {
    for (const seed of kind.controls) {
      const { findings } = await runKind(cluster, kind, 'small', seed);
      if (findings.length === 0) missed += 1;
      const said = `${kind.name}: ${seed.name}: ${findings[0]?.slice(0, 160) ?? 'no finding'}`;
      process.stdout.write(`${findings.length > 0 ? 'found    ' : 'NOT FOUND'} ${said}\n`);
    }
  }
  return missed === 0;
}
