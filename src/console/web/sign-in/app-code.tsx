import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { QrCode } from '#platform/web/ui/qr-code.tsx';
import type { beginStaffApp } from '#staff/contract.ts';
import { CodeField } from './code-field.tsx';
import styles from './sign-in-page.module.css';

interface AppCodeProps {
  app: AnswerOf<typeof beginStaffApp>;
  value: string;
  onChange: (code: string) => void;
}

/** An app's secret as a QR code and as text, and the first code of the app that scanned it. */
export function AppCode({ app, value, onChange }: AppCodeProps) {
  const t = useTranslations('console.setUp');
  return (
    <>
      <QrCode text={app.Uri} label={t('picture')} />
      <div className={styles.secret}>
        <p>{t('orType')}</p>
        <code dir="ltr">{app.Secret.match(/.{1,4}/g)?.join(' ')}</code>
        <div className={styles.ways}>
          <CopyButton text={app.Secret} />
          <a href={app.Uri}>{t('openHere')}</a>
        </div>
      </div>
      <CodeField value={value} onChange={onChange} />
    </>
  );
}
