import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';

/** What the page needs to know about the installation before login. Served at `/config.json`. */
export const siteConfig = z.object({
  mode: z.enum(['sandbox', 'production']),
  brand: z.string(),
  /** The address of the API; empty for the page's own origin. */
  api: z.string(),
  brokerSite: z.string(),
  support: z.string(),
  /** Whether the operator set it; a sandbox without one has a stand-in that nobody reads. */
  supportIsSet: z.boolean(),
  /** The address of the register page, to which a referral code is appended. */
  affiliateBase: z.string(),
  /** The operator's note on risk; empty for the built-in one, which is translated. */
  riskNote: z.string(),
});
export type SiteConfig = z.output<typeof siteConfig>;

export const readSiteConfig = endpoint({
  method: 'GET',
  path: '/config.json',
  access: 'public',
  summary: 'What the page needs to know about the installation',
  answer: siteConfig,
});
