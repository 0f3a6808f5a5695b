import { useTranslations } from 'use-intl';
import { Suspense } from 'react';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { useTypedState } from '#platform/web/loading/typed.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { SkeletonBlock } from '#platform/web/ui/skeleton.tsx';
import type { User } from '../contract.ts';
import { useUpdateUser } from './changes.ts';
import styles from './profile-page.module.css';
import { DateField } from '#platform/web/ui/later-date-field.ts';
import { PhoneField } from '#platform/web/ui/phone-field.tsx';
import { firstCountry, readTypedPhone } from '#platform/web/ui/read-typed-phone.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';

function knownOf({ Phone, Birth }: User) {
  return { phone: Phone, birth: Birth };
}

/** Phone and birth date, which the customer may change; name and email, which they may not. */
export function DetailsCard({ user }: { user: User }) {
  const t = useTranslations('profile.details');
  const [typed, setTyped] = useTypedState('details', () => ({
    phone: user.Phone,
    country: null as string | null,
    birth: user.Birth as string | null,
    from: knownOf(user),
  }));
  const { phone, country, birth, from } = typed;
  const { language } = useLanguage();
  const updating = useUpdateUser();
  const refused = updating.error instanceof ApiRefusal ? updating.error : null;
  const underAge = refused?.code === 'under_age' ? refused.message : undefined;

  /** What was refused is no longer what stands there. */
  function type(change: Partial<Pick<typeof typed, 'phone' | 'country' | 'birth'>>) {
    setTyped((before) => ({ ...before, ...change }));
    if (updating.isError) updating.reset();
  }
  async function save() {
    if (birth === null) return;
    // Invalid numbers are refused by the server, with its own message.
    const meant = (await readTypedPhone(country ?? firstCountry(language), phone)) ?? phone;
    // Values in the path would end up in logs on the way (api.md, Customer).
    updating.mutate(
      {
        params: { phone: '-', birth: '-' },
        // Only what was changed here: another tab may have changed the rest since.
        body: { ...(meant !== from.phone && { phone: meant }), ...(birth !== from.birth && { birth }) },
      },
      { onSuccess: (saved) => setTyped((before) => ({ ...before, from: knownOf(saved) })) },
    );
  }
  return (
    <Card title={t('title')}>
      <dl className={styles.known}>
        <div>
          <dt>{t('name')}</dt>
          <dd translate="no">{user.Name}</dd>
        </div>
        <div>
          <dt>{t('email')}</dt>
          <dd>
            <bdi translate="no">{user.Email}</bdi>
          </dd>
        </div>
      </dl>
      <Form className={styles.form} isWorking={updating.isPending} onSubmit={() => void save()}>
        <PhoneField
          label={t('phone')}
          hint={t('phoneHint')}
          error={refused?.code === 'invalid_phone' && refused.message}
          required
          value={{ phone, country }}
          onChange={type}
        />
        <Suspense fallback={<SkeletonBlock height="small" />}>
          <DateField
            label={t('birth')}
            error={birth === null ? t('birthMissing') : underAge}
            firstYear={1900}
            value={birth}
            onChange={(next) => type({ birth: next })}
          />
        </Suspense>
        <Button kind="primary" type="submit" isWorking={updating.isPending}>
          {t('save')}
        </Button>
      </Form>
    </Card>
  );
}
