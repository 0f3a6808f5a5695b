import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { AccountName } from '#platform/web/ui/account-name.tsx';
import { IconAlert } from '#platform/web/ui/icons-status.tsx';
import { Segments } from '#platform/web/ui/segments.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import type { SecondFactorWay } from '../contract.ts';
import styles from './key-field.module.css';
import type { ShownKeyState } from './use-shown-key.ts';

/** The second factor in a form: the choice of way, and the input that way needs. */
export function KeyField({ shown, isFirst = true }: { shown: ShownKeyState; isFirst?: boolean }) {
  const t = useTranslations('secondfactor.show');
  const { ways, way, choose, typed, type, attempt } = shown;
  const box = useRef<HTMLDivElement>(null);
  // The button that led here is gone, so focus moves to the code input.
  useEffect(() => {
    if (isFirst) box.current?.querySelector<HTMLInputElement>('input:not([type=radio], [hidden])')?.focus();
  }, [isFirst]);
  return (
    <div ref={box} className={styles.field}>
      <AccountName />
      {ways.length > 1 && way && (
        <Segments
          label={t('way')}
          options={ways.map((value: SecondFactorWay) => ({ value, label: t(value) }))}
          value={way}
          onChange={choose}
        />
      )}
      {way === 'app' && (
        <TextField
          error={attempt.error}
          label={t('code')}
          hint={t('codeHint')}
          name="one-time-code"
          autoComplete="one-time-code"
          inputMode="numeric"
          dir="ltr"
          maxLength={100}
          value={typed}
          onChange={type}
        />
      )}
      {way === 'recovery' && (
        <TextField
          error={attempt.error}
          label={t('recoveryCode')}
          hint={t('recoveryHint')}
          name="recovery-code"
          autoComplete="off"
          dir="ltr"
          maxLength={100}
          value={typed}
          onChange={type}
        />
      )}
      {way === 'passkey' && <p className={styles.text}>{t('passkeyText')}</p>}
      {(way === 'passkey' || way === null) && (
        <p role="alert" className={styles.error}>
          {attempt.error && <IconAlert size={16} />}
          {attempt.error}
        </p>
      )}
    </div>
  );
}
