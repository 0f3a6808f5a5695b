import { useLocale } from 'use-intl';

/** What stands between two sentences: nothing behind a Chinese full stop, which has its own room. */
export function useGap(): '' | ' ' {
  return useLocale().startsWith('zh') ? '' : ' ';
}
