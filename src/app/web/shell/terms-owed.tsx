import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { acceptTerms } from '#auth/contract.ts';
import { quotedFees, type TermsFees } from '#auth/terms-versions.ts';
import { FormError } from '#auth/web/form-error.tsx';
import { TermsOfUse } from '#auth/web/terms-of-use.tsx';
import { useAttempt } from '#platform/web/use-attempt.ts';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { profileQueries } from '#profile/web/data.ts';

/** In place of every screen, for a customer whose account the operator opened, until they accept the terms themselves. */
export function TermsOwed() {
  const t = useTranslations('profile.termsOwed');
  const register = useTranslations('auth.register');
  const queries = useQueryClient();
  const [isTicked, setTicked] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [shown, setShown] = useState<TermsFees | null>(null);
  const [timesRefused, setTimesRefused] = useState(0);
  const { error, isWorking, run } = useAttempt(t('failed'));

  function submit() {
    setMissing(!isTicked);
    if (!isTicked) return;
    void run(
      async () => {
        await callApi(acceptTerms, {
          headers: shown ? { 'quoted-fees': quotedFees(shown) } : {},
          body: { terms: true },
        });
        await queries.invalidateQueries(profileQueries.user);
      },
      ({ code }) => {
        if (code === 'terms_changed') setTimesRefused((times) => times + 1);
        return false;
      },
    );
  }

  return (
    <Card title={t('title')}>
      <Form onSubmit={submit}>
        <p>{t('lead')}</p>
        <TermsOfUse timesRefused={timesRefused} onShown={setShown} />
        <Checkbox
          isChecked={isTicked}
          onChange={setTicked}
          name="terms"
          error={isMissing && !isTicked ? register('problems.terms') : undefined}
        >
          {register('terms')}
        </Checkbox>
        <FormError>{error}</FormError>
        <Button kind="primary" type="submit" isWorking={isWorking}>
          {t('accept')}
        </Button>
      </Form>
    </Card>
  );
}
