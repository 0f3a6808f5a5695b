import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readCode } from '#platform/typed/read-code.ts';
import { recall, remember } from '#platform/web/remembered.ts';

/** The code of the newest referral link that was opened in this browser, in whichever tab and however long ago; empty if none. */
export function useReferral(): string {
  const { search } = useLocation();
  const here = readCode(new URLSearchParams(search).get('ref') ?? '');
  const [opened, setOpened] = useState(here);
  const [newest, setNewest] = useState(() => here || (recall('referral') ?? ''));
  if (here !== opened) {
    setOpened(here);
    if (here) setNewest(here);
  }
  useEffect(() => {
    if (here) remember('referral', here);
  }, [here]);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key === 'referral' && setNewest(recall('referral') ?? '');
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return newest;
}
