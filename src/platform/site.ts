import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';

/** What the page needs to know of the installation before anybody has logged in. Served at `/config.json`. */
export const siteConfig = z.object({
  mode: z.enum(['sandbox', 'production']),
  brand: z.string(),
  /** Where the API answers; empty for the page's own origin. */
  api: z.string(),
  brokerSite: z.string(),
  support: z.string(),
  /** Whether the operator named it; a sandbox without one has a stand-in that nobody reads. */
  supportIsSet: z.boolean(),
  /** The register page's address, to which a referral code is appended. */
  affiliateBase: z.string(),
  /** The operator's note on risk; empty for the built-in one, which is translated. */
  riskNote: z.string(),
});
export type SiteConfig = z.output<typeof siteConfig>;

export const readSiteConfig = endpoint({
  method: 'GET',
  path: '/config.json',
  access: 'public',
  summary: 'The installation, for the page',
  answer: siteConfig,
});
