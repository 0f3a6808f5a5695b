import { useTranslations } from 'use-intl';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import styles from './how-counted.module.css';

interface HowCountedProps {
  /** The label of each figure, with the accounts and the rule it is computed from. */
  rules: readonly (readonly [name: string, rule: string])[];
}

/** Explains how the figures above are computed. */
export function HowCounted({ rules }: HowCountedProps) {
  const t = useTranslations('console');
  return (
    <Disclosure summary={t('howCounted')}>
      <dl className={styles.rules}>
        {rules.map(([name, rule]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{rule}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
