import { useTranslations } from 'use-intl';
import { fileName } from '#platform/file-name.ts';
import { saveText } from '#platform/web/save-file.ts';
import { useSite } from '#platform/web/site.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import styles from './recovery-codes.module.css';

/** Shows the recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations('secondfactor.codes');
  const tCard = useTranslations('secondfactor.card');
  const { brand } = useSite();
  const text = codes.join('\n');
  return (
    <>
      <DialogBody>
        <Notice tone="caution">{t('lead')}</Notice>
        <ul className={styles.codes} dir="ltr" aria-label={t('title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.ways}>
          <CopyButton text={text} />
          <Button
            size="small"
            onClick={() => saveText(`${text}\n`, fileName([brand, tCard('codes')], 'txt'), 'text/plain')}
          >
            {t('download')}
          </Button>
        </div>
      </DialogBody>
      <DialogActions>
        <Button kind="primary" onClick={onDone}>
          {t('done')}
        </Button>
      </DialogActions>
    </>
  );
}
