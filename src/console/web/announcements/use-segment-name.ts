import { useTranslations } from 'use-intl';

/** A segment in words. */
export function useSegmentName(): (segment: string) => string {
  const t = useTranslations('console.announcements.segments');
  return (segment) => {
    const [kind = 'all', value = ''] = segment.split(':');
    return t(kind as 'all', { value });
  };
}
