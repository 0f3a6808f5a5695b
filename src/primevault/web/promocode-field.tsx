import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { IconCheck } from '#platform/web/ui/icons-status.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { readCode } from '#platform/typed/read-code.ts';
import styles from './promocode-field.module.css';
import type { CodeCheck } from './use-code-check.ts';

interface PromocodeFieldProps {
  typed: string;
  check: CodeCheck;
  onChange: (typed: string) => void;
}

/** The code, and below it the server's verdict: what it adds, or which of its conditions fails. */
export function PromocodeField({ typed, check, onChange }: PromocodeFieldProps) {
  const t = useTranslations('primevault.new');
  return (
    <div role="group" aria-live="polite" className={styles.field}>
      <TextField
        label={t('promocode')}
        name="promocode"
        value={typed}
        onChange={onChange}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={500}
        onBlur={() => onChange(readCode(typed))}
        dir="ltr"
        hint={hint()}
        error={check.state === 'refused' && check.message}
      />
    </div>
  );

  function hint(): ReactNode {
    switch (check.state) {
      case 'noAmount':
        return t('chooseFirst');
      case 'checking':
        return t('checking');
      case 'failed':
        return t('unchecked');
      case 'accepted':
        return (
          <span className={styles.accepted}>
            <IconCheck size={16} />
            {t('applied', { points: check.quote.Points })}
          </span>
        );
      default:
        return undefined;
    }
  }
}
