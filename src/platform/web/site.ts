import type { SiteConfig } from '#platform/site.ts';
import { createContext, useContext } from 'react';
import { part } from './loading/part.ts';

/** The installation this page belongs to: its name, its mode, its links. Known before any page is shown. */
const SiteContext = createContext<SiteConfig | null>(null);

export const SiteProvider = SiteContext.Provider;

/** For components outside the pages, which also render before the installation is known. */
export function useKnownSite(): SiteConfig | null {
  return useContext(SiteContext);
}

export function useSite(): SiteConfig {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite outside of SiteProvider');
  return site;
}

/** The configuration that the server wrote into the page; null if something else serves the page, and it has to be fetched. */
export function readSite(): SiteConfig | null {
  const written = document.getElementById('site')?.textContent;
  return written ? (JSON.parse(written) as SiteConfig) : null;
}

const loadAsking = part(() => import('./ask-for-site.ts'));

export async function loadSite(): Promise<SiteConfig> {
  return (await loadAsking()).askForSite();
}
