import { dayMs } from '#platform/clock.ts';

const middle = 5.4;
const daySwing = 0.05;
const hourSwing = 0.008;
const spread = 0.001;
const hourMs = dayMs / 24;

/** What a dollar costs in the sandbox: slow waves around 5.40, the same at the same time on every machine. */
function bidAt(ms: number): number {
  return middle + daySwing * wave(ms, dayMs) + hourSwing * wave(ms, hourMs);
}

function wave(ms: number, periodMs: number): number {
  return Math.sin((2 * Math.PI * (ms % periodMs)) / periodMs);
}

/** One answer of the public service, with all its fields as the strings it gives; only the name says what this is. */
export function rateAt(at: Date) {
  const ms = at.getTime();
  const bid = bidAt(ms);
  const change = bid - bidAt(ms - hourMs * 6);
  return {
    code: 'USD',
    codein: 'BRL',
    name: 'Dólar Americano/Real Brasileiro (sandbox)',
    high: (bid + hourSwing * 2).toFixed(4),
    low: (bid - hourSwing * 2).toFixed(4),
    varBid: change.toFixed(4),
    pctChange: ((change / bid) * 100).toFixed(2),
    bid: bid.toFixed(4),
    ask: (bid + spread).toFixed(4),
    timestamp: String(Math.floor(ms / 1000)),
    create_date: at.toISOString().slice(0, 19).replace('T', ' '),
  };
}
