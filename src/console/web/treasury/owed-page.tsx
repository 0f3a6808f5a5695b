import { useTranslations } from 'use-intl';
import { Link, useSearchParams } from 'react-router';
import { listOwed, type OwedPosition } from '#console/treasury-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { useDate } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { products } from '#positions/registry.ts';
import { List } from '../list.tsx';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import { monthShape } from './month-shape.ts';
import styles from './treasury.module.css';
import { amountColumn, column, customerColumn, figureColumn, momentColumn } from '../columns.tsx';

/** The positions behind a treasury figure; which of them is in the URL. */
export function OwedPage() {
  const t = useTranslations('console.treasury');
  const [search] = useSearchParams();
  const asked = askedOf(search);
  return (
    <>
      <Link to="/treasury" className={styles.back ?? ''}>
        {t('owed.back')}
      </Link>
      <PageHeader title={t('owed.title')} lead={useWhich()(asked)} />
      <List
        of={listOwed}
        given={asked}
        filters={[{ name: 'customer', kind: 'customer', label: t('owed.customer') }]}
        isLook
        caption={t('owed.title')}
        columns={useColumns()}
        rowKey={({ Id }) => Id}
        empty={t('nothing')}
      />
      <HowCounted
        rules={[
          [t('principal'), t('why.principal')],
          [t('promised'), t('why.promisedOf')],
          [t('result'), t('why.result')],
        ]}
      />
    </>
  );
}

type Asked = ReturnType<typeof askedOf>;

/** Ignores unknown values in the URL. */
function askedOf(search: URLSearchParams) {
  const [month, days] = [search.get('month') ?? '', search.get('days') ?? ''];
  const product = products.find((each) => each === search.get('product'));
  return {
    ...(/^[2-9]\d{3}-(0[1-9]|1[0-2])$/.test(month) && { month }),
    ...(product && { product }),
    ...(/^[1-9]\d{0,2}$/.test(days) && { days }),
  };
}

function useWhich(): (asked: Asked) => string {
  const t = useTranslations('console.treasury');
  const formatDate = useDate();
  return ({ month, product, days }) => {
    if (month) return t('owed.month', { month: formatDate(`${month}-01`, monthShape) });
    if (product) return t('owed.product', { product: t(`productNames.${product}`) });
    return days ? t('owed.days', { count: Number(days) }) : t('owed.all');
  };
}

function useColumns(): Column<OwedPosition>[] {
  const t = useTranslations('console.treasury');
  return [
    customerColumn(t('owed.customer'), ({ Customer }) => Customer),
    column(t('product'), ({ Product }) => t(`productNames.${Product}`)),
    momentColumn(t('owed.start'), ({ Start }) => Start),
    momentColumn(t('owed.end'), ({ End }) => End),
    figureColumn(t('principal'), ({ Id, Customer, Principal }) => (
      <InBooks asked={{ customer: Customer.Id, reference: Id }} name={t('principal')}>
        <Amount value={Principal} />
      </InBooks>
    )),
    amountColumn(t('promised'), ({ Promised }) => Promised, { place: 'main' }),
    amountColumn(t('result'), ({ Result }) => Result, { tone: 'change' }),
  ];
}
