import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { IconPerson, IconWithdraw, IconBring } from '#platform/web/ui/icons-action.tsx';
import type { IconProps } from '#platform/web/ui/icon.tsx';
import { IconNetwork } from '#platform/web/ui/icons-navigation.tsx';
import { IconAlert, IconClock } from '#platform/web/ui/icons-status.tsx';
import { VisuallyHidden } from '#platform/web/ui/visually-hidden.tsx';
import { type EndNotice, type OpeningNotice, type ProductTraits, products, registry } from '#positions/registry.ts';
import { chooseAgain, openingWith } from '#positions/web/simulated.ts';
import { productIcons } from '#positions/web/product-icons.ts';
import type { Notice, NoticeKind } from '../contract.ts';
import styles from './notice-item.module.css';
import { useNoticeText } from './use-notice-text.ts';

interface Look {
  Drawing: ComponentType<IconProps>;
  /** The page with the details. */
  to: string;
  tone: 'good' | 'plain' | 'bad';
}

const deposits = '/history?tab=deposits';
const withdrawals = '/history?tab=withdrawals';
const access = { Drawing: IconPerson, to: '/profile', tone: 'plain' } as const;

const ofProducts = Object.fromEntries(
  products.flatMap((product) => {
    const { notice, openingNotice, screen }: ProductTraits = registry[product];
    const look = { Drawing: productIcons[product], to: screen, tone: 'good' };
    return [notice, openingNotice].map((kind) => [kind, look]);
  }),
) as Record<EndNotice | OpeningNotice, Look>;

const looks: Record<NoticeKind, Look> = {
  ...ofProducts,
  deposit_complete: { Drawing: IconBring, to: deposits, tone: 'good' },
  deposit_canceled: { Drawing: IconBring, to: deposits, tone: 'bad' },
  withdrawal_waiting: { Drawing: IconClock, to: withdrawals, tone: 'plain' },
  withdrawal_complete: { Drawing: IconWithdraw, to: withdrawals, tone: 'good' },
  withdrawal_canceled: { Drawing: IconWithdraw, to: withdrawals, tone: 'bad' },
  correction_credited: { Drawing: IconAlert, to: deposits, tone: 'good' },
  correction_debited: { Drawing: IconAlert, to: deposits, tone: 'bad' },
  bonus_received: { Drawing: IconNetwork, to: '/history?tab=bonus', tone: 'good' },
  residual_received: { Drawing: IconNetwork, to: '/history?tab=residual', tone: 'good' },
  new_device: { ...access, Drawing: IconAlert, tone: 'bad' },
  password_changed: access,
  phone_changed: access,
  calendar_made: access,
  second_key_added: access,
  second_key_removed: { ...access, Drawing: IconAlert, tone: 'bad' },
  second_key_way_removed: { ...access, Drawing: IconAlert, tone: 'bad' },
  recovery_codes_renewed: access,
  second_key_leaving: { ...access, Drawing: IconAlert, tone: 'bad' },
  second_key_stays: access,
  recovery_code_used: { ...access, Drawing: IconAlert, tone: 'bad' },
  account_frozen: { ...access, Drawing: IconAlert, tone: 'bad' },
  account_unfrozen: access,
  account_viewed: access,
  address_changing: access,
  address_kept: access,
  address_changed: access,
  details_changing: access,
  details_kept: access,
  details_changed: access,
  data_exported: access,
  announcement: { Drawing: IconAlert, to: '/notices', tone: 'plain' },
};

export function NoticeItem({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const t = useTranslations('notices');
  const { what, why } = useNoticeText()(notice);
  const { Drawing, to, tone } = looks[notice.Kind];
  return (
    <li className={styles.item} data-row={notice.Id}>
      <Link to={notice.Announcement?.Link ?? to} className={styles.link ?? ''}>
        <span className={styles.drawing} data-tone={tone}>
          <Drawing />
        </span>
        <span className={styles.said} data-new={isNew || undefined}>
          {isNew && <VisuallyHidden>{t('unread')}</VisuallyHidden>}
          <span className={styles.what}>{what}</span>
          {why && <span className={styles.why}>{why}</span>}
          <span className={styles.when}>
            <DateTime value={notice.Date} show="minute" />
          </span>
        </span>
        {isNew && <span className={styles.mark} />}
      </Link>
      <OpenAgain notice={notice} />
    </li>
  );
}

/** The same stake once more: the dialog starts with its amount and term, and nothing happens before its confirm. */
function OpenAgain({ notice: { Kind, Days, Amount } }: { notice: Notice }) {
  const t = useTranslations('notices');
  const usd = useUsd();
  const days = useTranslations('stakes');
  if (Kind !== 'stake_matured' || Days === undefined || Amount === null) return null;
  const choice = { product: 'stake', days: Days, dollars: String(Amount) } as const;
  return (
    <Link
      to={{ pathname: looks[Kind].to, search: openingWith('new-stake', choice) }}
      onClick={() => chooseAgain(choice)}
      className={`${buttonClass('secondary', 'small')} ${styles.again ?? ''}`}
    >
      {t('again', { amount: usd(Amount), term: days('days', { days: Days }) })}
    </Link>
  );
}
