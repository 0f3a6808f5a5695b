import { dayMs } from '#platform/clock.ts';

const middle = 5.4;
const daySwing = 0.05;
const hourSwing = 0.008;
const spread = 0.001;
const hourMs = dayMs / 24;

/** The price of a dollar in the sandbox: slow waves around 5.40, a function of time alone, so every machine agrees. */
function bidAt(ms: number): number {
  return middle + daySwing * wave(ms, dayMs) + hourSwing * wave(ms, hourMs);
}

function wave(ms: number, periodMs: number): number {
  return Math.sin((2 * Math.PI * (ms % periodMs)) / periodMs);
}

/** An answer in the format of the public service, with every field a string as there; only the name gives it away. */
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
