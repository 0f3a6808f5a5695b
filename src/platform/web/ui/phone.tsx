import { useEffect, useState } from 'react';
import { loadPhoneNumbers } from './read-typed-phone.ts';
import { useLanguage } from '../i18n/language-provider.tsx';

/** A phone in its own country's format, at home without the country code; in E.164 until the formats are loaded. */
export function Phone({ written }: { written: string }) {
  const { language } = useLanguage();
  const [shown, setShown] = useState(written);
  useEffect(() => {
    let isCurrent = true;
    void loadPhoneNumbers().then(
      ({ formatPhone }) => isCurrent && setShown(formatPhone(language === 'pt-BR' ? 'BR' : undefined, written)),
      () => {},
    );
    return () => void (isCurrent = false);
  }, [language, written]);
  return <span translate="no">{shown}</span>;
}
