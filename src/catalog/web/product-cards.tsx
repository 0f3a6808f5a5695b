import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGap } from '#platform/web/i18n/use-gap.ts';
import { useUsd } from '#money/web/amount.tsx';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import { isFixed, type FixedProduct, type Product, products, registry } from '#positions/registry.ts';
import type { Promises } from '#positions/promises-contract.ts';
import { promisedOf } from '#positions/web/promises-query.ts';
import { productIcons } from '#positions/web/product-icons.ts';
import type { Catalog } from '../contract.ts';
import styles from './product-cards.module.css';
import { ProductComparison } from './product-comparison.tsx';
import { useProductWords } from './use-product-words.ts';

interface ProductCardsProps {
  catalog: Catalog;
  /** Profit set aside for the customer; omitted where there can be none. */
  promises?: Promises | undefined;
}

/** The products on offer, compared in one table; all that is to be said of each of them opens below it. */
export function ProductCards({ catalog, promises }: ProductCardsProps) {
  const t = useTranslations('catalog');
  const words = useProductWords(catalog);
  return (
    <Card title={t('compare.title')}>
      <ProductComparison catalog={catalog} />
      {products.map(
        (product) =>
          words[product].closed && (
            <p key={product} className={styles.closed}>
              {words[product].closed}
            </p>
          ),
      )}
      <div>
        {products.map((product) => (
          <Disclosure key={product} summary={t('compare.details', { product: t(`names.${product}`) })}>
            <ProductCard product={product} catalog={catalog} promises={promises} />
          </Disclosure>
        ))}
      </div>
    </Card>
  );
}

interface ProductCardProps extends ProductCardsProps {
  product: Product;
  /** Set when the viewer cannot open the product. */
  isPreview?: true;
}

export function ProductCard({ product, catalog, promises, isPreview }: ProductCardProps) {
  const t = useTranslations('catalog');
  const taxes = useTranslations('positions.taxes');
  const words = useProductWords(catalog)[product];
  const Drawing = productIcons[product];
  return (
    <article className={styles.product} aria-labelledby={`product-${product}`}>
      <header className={styles.header}>
        <span className={styles.icon}>
          <Drawing />
        </span>
        <h2 id={`product-${product}`}>{t(`names.${product}`)}</h2>
      </header>
      <div className={styles.what}>
        <p>{words.what}</p>
        {words.closed && <p className={styles.closed}>{words.closed}</p>}
      </div>
      <dl className={styles.terms}>
        <Term name={t('term')}>{words.term}</Term>
        <Term name={t('return')}>{words.return}</Term>
        {words.tax && <Term name={taxes('title')}>{words.tax}</Term>}
        <Term name={t('exit')}>{words.exit}</Term>
        {isFixed(product) && <Reserved product={product} promises={promises} />}
        <Term name={t('amounts')}>{words.amounts}</Term>
        <Term name={t('risk')}>{words.risk}</Term>
      </dl>
      {!isPreview && (
        <Link to={registry[product].screen} className={buttonClass()}>
          {t('open', { product: t(`names.${product}`) })}
        </Link>
      )}
    </article>
  );
}

/** What backs the promise: where the profit is held until it is paid, and how much is set aside for this customer now. */
function Reserved({ product, promises }: Pick<ProductCardsProps, 'promises'> & { product: FixedProduct }) {
  const t = useTranslations('positions.setAside');
  const formatUsd = useUsd();
  const own = promisedOf(promises, product);
  const gap = useGap();
  return (
    <Term name={t('title')}>
      {t('rule')}
      {own && `${gap}${t('own', { promised: formatUsd(own.Shown), count: own.Running })}`}
    </Term>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
