import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import { readPresentTerms } from '../contract.ts';
import { type TermsFees, termsVersion } from '../terms-versions.ts';
import { TermsText } from './terms-text.tsx';

interface TermsOfUseProps {
  /** How often the terms turned out to have changed since they were read. Each increment refetches them. */
  timesRefused: number;
  /** Called once the terms have loaded, with their fees. */
  onShown: (fees: TermsFees) => void;
}

/** The current terms, shown inline in the form that accepts them. */
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
  useEffect(() => void readFees(onShown).then(setFees), [onShown]);
  const retry = () => {
    setFees(null);
    void readFees(onShown).then(setFees);
  };
  if (fees === 'failed') {
    return (
      <Button size="small" onClick={retry}>
        {t('platform.retry')}
      </Button>
    );
  }
  return <TermsText version={termsVersion} fees={fees} label={t('auth.register.readTerms')} />;
}

async function readFees(onRead: (fees: TermsFees) => void): Promise<TermsFees | 'failed'> {
  try {
    const { Fees } = await callApi(readPresentTerms, {});
    onRead(Fees);
    return Fees;
  } catch {
    return 'failed';
  }
}
