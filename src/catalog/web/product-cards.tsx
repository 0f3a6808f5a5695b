import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { type Product, products, registry } from '#positions/registry.ts';
import { productIcons } from '#positions/web/product-icons.ts';
import type { Catalog } from '../contract.ts';
import styles from './product-cards.module.css';
import { useProductWords } from './use-product-words.ts';

/** What can be done with money here: of each product what it is, its term, what comes of it, what leaving early costs, and the risk. */
export function ProductCards({ catalog }: { catalog: Catalog }) {
  const t = useTranslations('catalog');
  return (
    <section className={styles.products} aria-label={t('products')}>
      {products.map((product) => (
        <ProductCard key={product} product={product} catalog={catalog} />
      ))}
    </section>
  );
}

interface ProductCardProps {
  product: Product;
  catalog: Catalog;
  /** Looked at by somebody who cannot go there. */
  isPreview?: true;
}

export function ProductCard({ product, catalog, isPreview }: ProductCardProps) {
  const t = useTranslations('catalog');
  const words = useProductWords(catalog)[product]();
  const Drawing = productIcons[product];
  return (
    <article className={styles.product} aria-labelledby={`product-${product}`}>
      <header className={styles.header}>
        <span className={styles.icon}>
          <Drawing />
        </span>
        <h2 id={`product-${product}`}>{t(`names.${product}`)}</h2>
      </header>
      <p>{words.what}</p>
      <dl className={styles.terms}>
        <Term name={t('term')}>{words.term}</Term>
        <Term name={t('return')}>{words.return}</Term>
        <Term name={t('exit')}>{words.exit}</Term>
        <Term name={t('amounts')}>{words.amounts}</Term>
        <Term name={t('risk')}>{words.risk}</Term>
      </dl>
      {words.closed && <p className={styles.closed}>{words.closed}</p>}
      {!isPreview && (
        <Link to={registry[product].screen} className={buttonClass()}>
          {t('open', { product: t(`names.${product}`) })}
        </Link>
      )}
    </article>
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
