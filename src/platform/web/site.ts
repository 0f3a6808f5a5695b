import { readSiteConfig, type SiteConfig } from '#platform/site.ts';
import { createContext, useContext } from 'react';
import { callApi } from './api.ts';
import { setApiBase } from './api-address.ts';

/** The installation this page belongs to: its name, its mode, its links. Read once, before anything is shown. */
const SiteContext = createContext<SiteConfig | null>(null);

export const SiteProvider = SiteContext.Provider;

/** For what stands beside the pages, also while it is not known yet which installation this is. */
export function useKnownSite(): SiteConfig | null {
  return useContext(SiteContext);
}

export function useSite(): SiteConfig {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite outside of SiteProvider');
  return site;
}

export async function loadSite(): Promise<SiteConfig> {
  const site = await callApi(readSiteConfig);
  setApiBase(site.api);
  return site;
}
