import { readSiteConfig, type SiteConfig } from '#platform/site.ts';
import { callApi } from './api.ts';
import { setApiBase } from './api-address.ts';

/** Fetches the site configuration where the page came without it: it says where the API is, before any other call. */
export async function askForSite(): Promise<SiteConfig> {
  const site = await callApi(readSiteConfig);
  setApiBase(site.api);
  return site;
}
