import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Catalog } from '#catalog/contract.ts';
import { ProductCard } from '#catalog/web/product-cards.tsx';
import { previewOffer } from '#console/offers-contract.ts';
import { useUsd } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { partName, products } from '#positions/registry.ts';
import { callStaff } from '../queries.ts';
import { HowCounted } from '../why/how-counted.tsx';
import { CustomerWords } from './customer-words.tsx';
import styles from './offers.module.css';

/** Debounce: the server should not run a trial for every keystroke. */
const typingMs = 300;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface PreviewProps {
  asked: { key: string; value: string; from?: string };
}

/** What customers see now and what they will see: the server makes the change, reads the catalog and rolls back. */
export function Preview({ asked }: PreviewProps) {
  const t = useTranslations('console.offers.preview');
  const preview = useQuery({
    queryKey: [previewOffer.path, asked],
    queryFn: async ({ signal }) => {
      await pause(typingMs);
      // Superseded by a later keystroke; the query for the current input takes over.
      signal.throwIfAborted();
      return callStaff(previewOffer, { body: asked }, signal);
    },
  });
  return (
    <section className={styles.preview} aria-label={t('title')}>
      <QueryView query={preview} waiting={<SkeletonRows rows={3} />}>
        {({ Problem, Now, Then }) => (
          <>
            <div role="status">{Problem && <Notice tone="caution">{Problem}</Notice>}</div>
            {Then && <Changes now={Now} then={Then} />}
            {Then && <HowCounted rules={[[t('counted.name'), t('counted.rule')]]} />}
          </>
        )}
      </QueryView>
    </section>
  );
}

function Changes({ now, then }: { now: Catalog; then: Catalog }) {
  const t = useTranslations('console.offers.preview');
  const changed = products.filter((product) => !isSame(partOf(now, product), partOf(then, product)));
  const [nowSays, thenSays] = [t('nowSays'), t('thenSays')];
  if (changed.length === 0 && isSame(now, then)) return <p>{t('nothing')}</p>;
  return (
    <>
      <OtherChanges now={now} then={then} />
      <CustomerWords>
        {changed.map((product) => (
          <div key={product} className={styles.cards}>
            <div>
              <h3>{nowSays}</h3>
              <ProductCard product={product} catalog={now} isPreview />
            </div>
            <div>
              <h3>{thenSays}</h3>
              <ProductCard product={product} catalog={then} isPreview />
            </div>
          </div>
        ))}
      </CustomerWords>
    </>
  );
}

/** Changes that no product card shows. */
function OtherChanges({ now, then }: { now: Catalog; then: Catalog }) {
  const t = useTranslations('console.offers.preview');
  const percent = usePercent();
  const formatUsd = useUsd();
  const figures = [
    ['bonus', (catalog: Catalog) => percent(catalog.Network.Bonus)],
    ['residual', (catalog: Catalog) => catalog.Network.Residual.map(percent).join(' · ')],
    ['capDay', (catalog: Catalog) => formatUsd(catalog.Network.BonusCapDay)],
    ['capMonth', (catalog: Catalog) => formatUsd(catalog.Network.BonusCapMonth)],
    ['usdtFee', (catalog: Catalog) => percent(catalog.Fees.WithdrawUsdt)],
    ['minimum', (catalog: Catalog) => formatUsd(catalog.Minimums.Deposit)],
  ] as const;
  const changed = figures.filter(([, figure]) => figure(now) !== figure(then));
  if (changed.length === 0) return null;
  return (
    <Facts>
      {changed.map(([name, figure]) => (
        <Fact key={name} label={t(name)}>
          {t('becomes', { before: figure(now), after: figure(then) })}
        </Fact>
      ))}
    </Facts>
  );
}

function partOf(catalog: Catalog, product: (typeof products)[number]): unknown {
  return (catalog as unknown as Record<string, unknown>)[partName(product)];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
