import { rememberedLanguage, showLanguage } from '#platform/web/i18n/language.ts';
import { rememberedTheme, showTheme } from '#platform/web/theme.ts';

/** Runs in the head, before the first paint, so that the page never appears in the wrong theme. */
showTheme(rememberedTheme());
showLanguage(rememberedLanguage());
