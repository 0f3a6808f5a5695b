import { useEffect, useState } from 'react';
import { useLocale } from 'use-intl';
import { loadPhoneNumbers } from './read-typed-phone.ts';

/** A phone as its own country writes it, at home without the country's code; as the world knows it until that is known. */
export function Phone({ written }: { written: string }) {
  const language = useLocale();
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
