import { Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { Grounded, type GroundedProps } from './grounded.tsx';
import { Routing } from './routes.tsx';

/** The whole application, at any address. */
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
