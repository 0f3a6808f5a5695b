import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { isFixed, partName, type Product, products, registry } from '#positions/registry.ts';
import type { Catalog } from '../contract.ts';
import { plansOf } from '../simulate.ts';

/** The products side by side, in a few words each; every figure is the catalog's. */
export function ProductComparison({ catalog }: { catalog: Catalog }) {
  const t = useTranslations('catalog');
  const terms = useTermsInShort(catalog);
  const columns: Column<Product>[] = [
    {
      id: 'product',
      header: t('compare.product'),
      place: 'title',
      cell: (product) => <Link to={registry[product].screen}>{t(`names.${product}`)}</Link>,
    },
    { id: 'term', header: t('term'), place: 'main', cell: (product) => terms(product).term },
    { id: 'return', header: t('return'), cell: (product) => terms(product).return },
    { id: 'exit', header: t('exit'), cell: (product) => terms(product).exit },
    { id: 'source', header: t('compare.source'), cell: (product) => terms(product).source },
    { id: 'risk', header: t('risk'), cell: (product) => terms(product).risk },
  ];
  return <Table caption={t('compare.title')} columns={columns} rows={products} rowKey={(product) => product} />;
}

type TermsInShort = Record<'term' | 'return' | 'exit' | 'source' | 'risk', string>;

function useTermsInShort(catalog: Catalog): (product: Product) => TermsInShort {
  const t = useTranslations('catalog');
  const percent = usePercent();
  const plans = plansOf(catalog);
  return (product) => {
    if (!isFixed(product)) {
      return {
        term: t('days', { days: catalog[partName(product)].Days }),
        return: t('compare.varies'),
        exit: t('compare.none'),
        source: t('compare.operations'),
        risk: t('compare.loss'),
      };
    }
    const own = plans.filter((plan) => plan.product === product);
    const days = own.map((plan) => plan.days);
    const rates = own.map(({ rate }) => rate);
    const [least, most] = [Math.min(...days), Math.max(...days)];
    const [low, high] = [percent(Math.min(...rates)), percent(Math.max(...rates))];
    const cancelFee = own[0]?.cancelFee ?? null;
    const fee = cancelFee === null ? null : percent(cancelFee);
    return {
      term: least === most ? t('days', { days: most }) : t('compare.span', { least, most }),
      return: low === high ? high : t('compare.rates', { low, high }),
      exit: fee === null ? t('compare.none') : t('compare.fee', { fee }),
      source: t('compare.treasury'),
      risk: fee === null ? t('compare.locked') : t('compare.early', { fee }),
    };
  };
}
