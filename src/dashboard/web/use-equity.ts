import { useQuery } from '@tanstack/react-query';
import type { EquityPoint } from '../contract.ts';
import { dashboardQueries } from './data.ts';
import { type EquityRange, firstDay, seriesOf, trimmed } from './equity-series.ts';

/**
 * The days of a range, oldest first. The server's last ninety days say which day is today, in business time; only a longer
 * range is asked for by its first day, and until it is there the ninety are shown.
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
