import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import type { listOwnKeys } from '#staff/own-keys-contract.ts';
import type { KeyChange } from './change-key-dialog.tsx';
import styles from './own-access.module.css';

interface OwnKeysProps {
  keys: AnswerOf<typeof listOwnKeys>;
  onChange: (change: KeyChange) => void;
}

/** The member's second factors; the last one stays. */
export function OwnKeys({ keys: { App, Passkeys }, onChange }: OwnKeysProps) {
  const t = useTranslations('consoleLater.keys');
  const ways = [
    ...(App ? [{ which: 'app', name: t('app'), at: App }] : []),
    ...Passkeys.map(({ Id, Name, Added, LastUsed }) => ({ which: Id, name: Name, at: LastUsed ?? Added })),
  ];
  return (
    <section className={styles.keys}>
      <h3>{t('title')}</h3>
      <Facts>
        {ways.map(({ which, name, at }) => (
          <Fact key={which} label={<bdi>{name}</bdi>}>
            <span className={styles.way}>
              <DateTime value={at} show="minute" />
              {ways.length > 1 && (
                <Button
                  size="small"
                  aria-label={t('removeThis', { name })}
                  onClick={() => onChange({ to: 'remove', which, name })}
                >
                  {t('remove')}
                </Button>
              )}
            </span>
          </Fact>
        ))}
      </Facts>
      {ways.length > 0 && (
        <div className={styles.ways}>
          <Button
            size="small"
            disabled={!('PublicKeyCredential' in window)}
            onClick={() => onChange({ to: 'passkey' })}
          >
            {t('addPasskey')}
          </Button>
          {!App && (
            <Button size="small" onClick={() => onChange({ to: 'app' })}>
              {t('addApp')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
