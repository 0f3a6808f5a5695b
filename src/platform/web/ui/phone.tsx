import { useEffect, useState } from 'react';
import { loadPhoneNumbers } from './read-typed-phone.ts';
import { useLanguage } from '../i18n/language-provider.tsx';

/** A phone as its own country writes it, at home without the country's code; as the world knows it until that is known. */
export function Phone({ written }: { written: string }) {
  const { language } = useLanguage();
  const [shown, setShown] = useState(written);
  useEffect(() => {
    let isCurrent = true;
    void loadPhoneNumbers().then(
      ({ formatPhone }) => isCurrent && setShown(formatPhone(language, written)),
      () => {},
    );
    return () => void (isCurrent = false);
  }, [language, written]);
  return shown;
}
