import { type Backing, type Backings, eventOf } from '#ledger/server/backing.ts';
import { type PositionKind, type Product, type ProductTraits, products, registry } from '../registry.ts';

/** What backs the journals of positions: the position itself, in every product. */
export const positionBackings = Object.fromEntries(products.flatMap(backingsOf)) as Pick<Backings, PositionKind>;

function backingsOf(product: Product): [string, Backing][] {
  const traits: ProductTraits = registry[product];
  const { source } = traits;
  const event = (name: string, where: string, legs: Record<`${string}>${string}`, string>): [string, Backing] => [
    `${product}_${name}`,
    eventOf({
      from: 'positions p',
      where: `p.product = '${product}' AND ${where}`,
      key: `p.product || ':' || p.id || ':${name}'`,
      owner: 'p.customer_id',
      reference: 'p.id',
      legs,
    }),
  ];
  const events =
    traits.yield === 'fixed'
      ? [
          event('opened', 'true', { [`${source}>invested`]: 'p.amount', 'treasury>promised': 'p.promised' }),
          event('matured', `p.state = 'ended'`, {
            [`invested>${source}`]: 'p.amount',
            [`promised>${source}`]: 'p.promised',
          }),
          event('withheld', `p.state = 'ended'`, { [`${source}>taxes`]: 'withheld_tax(p.promised, p.tax_rate)' }),
        ]
      : [
          event('opened', 'true', { [`${source}>invested`]: 'p.amount' }),
          event('matured', `p.state = 'ended'`, {
            [`invested>${source}`]: 'p.amount + least(p.result, 0)',
            'invested>trading': 'greatest(-p.result, 0)',
            [`trading>${source}`]: 'greatest(p.result, 0)',
          }),
        ];
  if (traits.cancelFee === undefined) return events;
  const fee = `div(p.amount::numeric * coalesce(p.cancel_fee, ${traits.cancelFee}), 100000000)`;
  return [
    ...events,
    event('canceled', `p.state = 'canceled'`, {
      [`invested>${source}`]: `p.amount - ${fee}`,
      'invested>fees': fee,
      'promised>treasury': 'p.promised',
    }),
  ];
}
