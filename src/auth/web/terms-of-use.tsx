import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import { readPresentTerms } from '../contract.ts';
import { type TermsFees, termsVersion } from '../terms-versions.ts';
import { TermsText } from './terms-text.tsx';

interface TermsOfUseProps {
  /** How often they were others by now than what was read: each time they are read anew. */
  timesRefused: number;
  /** They stand there, with these fees. */
  onShown: (fees: TermsFees) => void;
}

/** The present terms, in place: in the form that they are accepted with. */
export function TermsOfUse({ timesRefused, onShown }: TermsOfUseProps) {
  const t = useTranslations('auth.register');
  return (
    <Disclosure summary={t('readTerms')}>
      <PresentTerms key={timesRefused} onShown={onShown} />
    </Disclosure>
  );
}

function PresentTerms({ onShown }: Pick<TermsOfUseProps, 'onShown'>) {
  const t = useTranslations();
  const [fees, setFees] = useState<TermsFees | 'failed' | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    void readFees().then((read) => {
      setFees(read);
      if (read !== 'failed') onShown(read);
    });
  }, [tries, onShown]);
  if (fees === 'failed') {
    return (
      <Button size="small" onClick={() => setTries(tries + 1)}>
        {t('platform.retry')}
      </Button>
    );
  }
  return <TermsText version={termsVersion} fees={fees} label={t('auth.register.readTerms')} />;
}

async function readFees(): Promise<TermsFees | 'failed'> {
  return callApi(readPresentTerms, {}).then(
    ({ Fees }) => Fees,
    () => 'failed' as const,
  );
}
