import { readSiteConfig, type SiteConfig } from '#platform/site.ts';
import { callApi } from './api.ts';
import { setApiBase } from './api-address.ts';

/** Where the page came without it: the installation says where the API is, before anything else is asked of it. */
export async function askForSite(): Promise<SiteConfig> {
  const site = await callApi(readSiteConfig);
  setApiBase(site.api);
  return site;
}
