import { printControl } from '../shared/report.ts';
import type { Kind } from './kind.ts';
import type { Cluster } from './open-cluster.ts';
import { runKind } from './run-kind.ts';

/** A run that cannot fail proves nothing: each seeded bug must be found, even at the small size. */
export async function proveControls(cluster: Cluster, kinds: readonly Kind[]): Promise<boolean> {
  let missed = 0;
  for (const kind of kinds) {
    for (const seed of kind.controls) {
      const { findings } = await runKind(cluster, kind, { size: 'small', seed });
      const found = findings.find((finding) => finding.includes(seed.finding));
      if (!found) missed += 1;
      printControl(`${kind.name}: ${seed.name}`, found, findings[0]);
    }
  }
  return missed === 0;
}
