import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import { IconShare } from '#platform/web/ui/icons-later.tsx';
import { QrCode } from '#platform/web/ui/qr-code.tsx';
import { showToast } from '#platform/web/ui/toasts.ts';
import styles from './share-link.module.css';

/** Hands the referral link to the device's own sharing, where it has one, and shows it as a picture to another phone's camera. */
export function ShareLink({ link }: { link: string }) {
  const t = useTranslations('network.share');
  return (
    <div className={styles.share}>
      {'share' in navigator && <ShareButton link={link} />}
      <Disclosure summary={t('show')}>
        <figure className={styles.figure}>
          <QrCode text={link} label={t('picture')} />
          <figcaption className={styles.hint}>{t('hint')}</figcaption>
        </figure>
      </Disclosure>
    </div>
  );
}

function ShareButton({ link }: { link: string }) {
  const t = useTranslations('network.share');

  async function share() {
    try {
      await navigator.share({ url: link });
    } catch (cause) {
      // Closing the device's own sheet is no failure.
      if ((cause as Error).name !== 'AbortError') showToast('danger', t('failed'));
    }
  }

  return (
    <Button size="small" icon={<IconShare size={16} />} onClick={() => void share()}>
      {t('send')}
    </Button>
  );
}
