import { useQuery } from '@tanstack/react-query';
import type { EquityPoint } from '../contract.ts';
import { dashboardQueries } from './data.ts';
import { type EquityRange, firstDay, seriesOf, trimmed } from './equity-series.ts';

/**
 * The days of a range, oldest first. Today's date, in business time, comes from the server's last ninety days. Only a longer range is
 * requested by its first day; until it has loaded, the ninety days are shown.
 */
export function useEquity(range: EquityRange) {
  const latest = useQuery(dashboardQueries.equity());
  const today = latest.data?.[0]?.Date;
  const isLonger = latest.data !== undefined && range > latest.data.length;
  const longer = useQuery({
    ...dashboardQueries.equity(today && firstDay(today, range)),
    enabled: isLonger,
  });
  const query = isLonger && (longer.data ?? longer.error) ? longer : latest;
  return { query, series: query.data && trimmed(seriesOf(query.data satisfies EquityPoint[], range)) };
}
