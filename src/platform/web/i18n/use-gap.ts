import { useLocale } from 'use-intl';

/** The gap between two sentences: none after a Chinese full stop, which brings its own space. */
export function useGap(): '' | ' ' {
  return useLocale().startsWith('zh') ? '' : ' ';
}
