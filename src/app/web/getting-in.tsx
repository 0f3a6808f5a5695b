import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { loadDashboard, loadShell } from './screens.ts';

/** Who begins to fill in a form here will be inside in a moment: what is seen there is fetched meanwhile. */
export function GettingIn() {
  useEffect(() => {
    const fetchInside = () => void Promise.all([loadShell(), loadDashboard()]).catch(() => undefined);
    window.addEventListener('input', fetchInside, { once: true });
    return () => window.removeEventListener('input', fetchInside);
  }, []);
  return <Outlet />;
}
