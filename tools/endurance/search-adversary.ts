import { knownPlans } from '#app/server/testing/adversary/known-plans.ts';
import { openLab } from '#app/server/testing/adversary/open-lab.ts';
import { serveRate } from '#app/server/testing/adversary/outside.ts';
import { isHole, playAlone, formatResult, searchHoles } from '#app/server/testing/adversary/search.ts';
import type { Kind, Outcome, Trial } from './kind.ts';
import { bySearching, oldRules } from './old-rules.ts';

const scale = { full: { rings: 20_000, stopsAtHole: false }, small: { rings: 400, stopsAtHole: true } };

/**
 * Rings of colluding accounts that look for a way to obtain more than was promised to them (search.ts defines how they search, ring-book.ts
 * what they may have). The known plans are played first.
 */
export const searchAdversary: Kind = {
  name: 'adversary',
  run: search,
  controls: oldRules,
};

async function search({ size, open, leftMs }: Trial): Promise<Outcome> {
  const rates = await serveRate();
  try {
    const ground = await open({ env: { RATES_URL: rates.url } });
    const lab = await openLab(ground);
    const findings: string[] = [];
    const said: string[] = [];
    for (const { name, plan } of knownPlans) {
      const { result, faults } = await playAlone(ground, plan, lab);
      said.push(`  ${name}: ${formatResult(result)}`);
      findings.push(...faults);
      if (isHole(result)) findings.push(`${name}: ${formatResult(result)}`);
    }
    const { rings, stopsAtHole } = scale[size];
    const { best, faults, ...done } = await searchHoles(ground, { lab, seed: 1, rings, leftMs, stopsAtHole });
    if (isHole(best)) findings.push(`${bySearching}: ${formatResult(best)}`);
    const furthest = `the furthest of ${done.rings} rings in ${done.calls} calls: ${formatResult(best)}`;
    return { counts: ['known plans', ...said, furthest].join('\n'), findings: [...findings, ...faults] };
  } finally {
    rates.stop();
  }
}
