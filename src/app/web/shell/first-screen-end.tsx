import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { releaseEarlyAnswers } from '#platform/web/early-answers.ts';
import { endFirstScreen } from '#platform/web/loading/after-first-screen.tsx';

/** Beside a screen: once its file is there and everything that it queries is answered, the first screen is over. */
export function FirstScreenEnd() {
  const queries = useQueryClient();
  useEffect(() => {
    const look = (): void => {
      if (queries.isFetching() > 0) return;
      stop();
      endFirstScreen();
    };
    const stop = queries.getQueryCache().subscribe(look);
    releaseEarlyAnswers();
    look();
    return stop;
  }, [queries]);
  return null;
}
