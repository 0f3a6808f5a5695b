import { useTranslations } from 'use-intl';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { type PositionState, positionStates, type Product, registry, type StateOf, wireState } from '../registry.ts';

const tones: Record<PositionState, 'running' | 'good' | 'neutral'> = {
  running: 'running',
  ended: 'good',
  canceled: 'neutral',
};

/** The status of a position, in the product's own term. */
export function PositionStatus<P extends Product>({ product, status }: { product: P; status: StateOf<P> }) {
  const t = useTranslations(`${registry[product].folder}.status`);
  const state = positionStates.find((each) => wireState(product, each) === status) ?? 'running';
  return <StatusBadge tone={tones[state]}>{t(status as 'finished')}</StatusBadge>;
}
