import type { ReactNode } from 'react';
import type { SiteConfig } from '#platform/site.ts';
import { rememberedLanguage } from '#platform/web/i18n/language.ts';
import { part } from '#platform/web/loading/part.ts';
import { loadFirstMessages } from '#app/messages/load-messages.ts';

const loadRouted = part(() => import('../routed.tsx'));

/** Loads everything but the login, with the first texts: nothing is rendered before that is available. */
export async function fetchRouted(site: SiteConfig | null): Promise<ReactNode> {
  const language = rememberedLanguage();
  const [{ Routed }, texts] = await Promise.all([loadRouted(), loadFirstMessages(language)]);
  return <Routed initial={{ language, texts }} site={site} />;
}
