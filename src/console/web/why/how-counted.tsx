import { useTranslations } from 'use-intl';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import styles from './how-counted.module.css';

interface HowCountedProps {
  /** What each figure is called beside it, and the accounts and the rule that it is counted by. */
  rules: readonly (readonly [name: string, rule: string])[];
}

/** How the figures above it are counted. */
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
