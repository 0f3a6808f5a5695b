import { Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { readSession } from '#platform/web/session.ts';
import { Grounded, type GroundedProps } from './grounded.tsx';
import { Routing } from './routes.tsx';
import { loadStakes } from './screens.ts';

/** The whole application, at whatever address. */
export function Routed(known: Omit<GroundedProps, 'children'>) {
  return (
    <Grounded {...known}>
      <BrowserRouter>
        <Suspense fallback={null}>
          <Routing />
        </Suspense>
      </BrowserRouter>
    </Grounded>
  );
}

/**
 * What is drawn at once of the screen that was asked for; where a screen comes with other words, the frame waits for it. Nothing that wants
 * the lazy messages: they come by what is drawn after this.
 */
export async function loadFirstScreen(): Promise<void> {
  if (readSession().token && window.location.pathname === '/stake') await loadStakes();
}
