import { styleSources } from '#platform/content-security-policy.ts';
import type { Config } from '#settings/server/config.ts';

const directives = (ownScripts: readonly string[] = [], ownStyles: readonly string[] = []): string[] => [
  `default-src 'none'`,
  ["script-src 'self'", ...ownScripts].join(' '),
  [`style-src ${styleSources}`, ...ownStyles].join(' '),
  `img-src 'self' data: blob:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `manifest-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
];

/** Text never becomes code, whatever a page is tricked into; src/platform/web/trust-nothing.ts is the only policy. */
const trustedTypes = [`require-trusted-types-for 'script'`, 'trusted-types default'];

/**
 * @param ownScripts inline scripts of our own pages, each by its hash: `'sha256-…'`
 * @param ownStyles their inline style sheets, likewise
 */
export function pagePolicy(ownScripts: readonly string[], ownStyles: readonly string[]): string {
  return [...directives(ownScripts, ownStyles), ...trustedTypes].join('; ');
}

const policy = pagePolicy([], []);

/** `/docs` is a library's page that writes its own markup; customers never use it. */
export const documentationPolicy = directives().join('; ');

type Site = Pick<Config, 'publicUrl'>;

/** Nothing inline that is not named by its hash, nothing from other origins, never in a frame; HSTS only where customers come by https. */
export function securityHeaders({ publicUrl }: Site): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-site',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'Cache-Control': 'no-store',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }),
  };
}
