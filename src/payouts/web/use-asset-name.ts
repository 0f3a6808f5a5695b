import type { Language } from '#platform/languages.ts';
import en from '../messages/assets/en.json';
import es from '../messages/assets/es.json';
import fa from '../messages/assets/fa.json';
import portuguese from '../messages/assets/pt-BR.json';
import chinese from '../messages/assets/zh-CN.json';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';

/** Kept out of the texts of the first load, because no login needs them. */
const words: Record<Language, Record<string, string>> = { 'pt-BR': portuguese, en, es, 'zh-CN': chinese, fa };

/** Translates the asset classes that we have names for. A desk may trade others, which keep the name it gives them. */
export function useAssetName(): (asset: string) => string {
  const here = words[useLanguage().language];
  return (asset) => Object.entries(here).find(([name]) => name.toLowerCase() === asset.toLowerCase())?.[1] ?? asset;
}
