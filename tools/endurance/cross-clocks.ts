import type { Kind, Outcome, Trial } from './kind.ts';
import { crossApart } from './cross-apart.ts';
import { crossDays } from './cross-days.ts';

/** Terms that begin and end on days when clocks change oddly, and servers whose own clock is wrong. */
export const crossClocks: Kind = {
  name: 'clocks',
  run: crossAll,
  controls: [
    {
      name: 'a term is counted in days of New York instead of in days of 24 hours',
      finding: '/api/stake',
      functions: [
        {
          of: 'open_positions',
          from: 'coalesce(g.promised, 0), g.started_at, g.ends_at,',
          to: `coalesce(g.promised, 0), g.started_at,
            (g.started_at AT TIME ZONE 'America/New_York' + (g.ends_at - g.started_at)) AT TIME ZONE 'America/New_York',`,
        },
      ],
    },
  ],
};

async function crossAll(trial: Trial): Promise<Outcome> {
  const days = await crossDays(trial);
  const apart = await crossApart(trial);
  return { counts: `${days.counts}; ${apart.counts}`, findings: [...days.findings, ...apart.findings] };
}
