import { createHash } from 'node:crypto';
import { directionOf, type Language, languages } from '#platform/languages.ts';
import type { SiteConfig } from '#platform/site.ts';
import type { Shell } from '../shell-of.ts';

/** Shells rendered when the web is built, by `shell mode language`. */
export type Shells = Readonly<Record<string, string>>;

export const modes = ['sandbox', 'production'] as const;

/** Placeholder in a rendered shell for a value that only the installation knows; no text contains one. */
const mark = (name: string): string => `%%${name}%%`;

export function drawnSite(mode: SiteConfig['mode']): SiteConfig {
  const names = ['brand', 'brokerSite', 'support', 'affiliateBase', 'riskNote'] as const;
  const marks = Object.fromEntries(names.map((name) => [name, mark(name)])) as Record<(typeof names)[number], string>;
  return { mode, api: '', supportIsSet: mode === 'production', ...marks };
}

/** A built page and its rendered shells. */
export interface Built {
  html: string;
  shells: Shells;
  site: SiteConfig;
}

/**
 * Composes the page as sent: in the reader's language, with the shell seen first already in it. The shells for the other languages, and for
 * being logged in or not, are put aside in templates: only the browser knows the language chosen before and whether there is a session.
 *
 * @param shown the shell in the page; null for a page that renders itself
 * @param others the shells that may replace it
 */
export function composePage(
  { html, shells, site }: Built,
  language: Language,
  shown: Shell | null,
  others: Shell[],
): string {
  const draw = (shell: Shell, spoken: Language): string => fill(shells[`${shell} ${site.mode} ${spoken}`] ?? '', site);
  const [title = '', body = ''] = shown ? split(draw(shown, language)) : [];
  const aside = [...new Set([...(shown ? [shown] : []), ...others])]
    .flatMap((shell) => languages.map((spoken) => [shell, spoken] as const))
    .filter(([shell, spoken]) => shell !== shown || spoken !== language)
    .map(([shell, spoken]) => putAside(shell, spoken, split(draw(shell, spoken))));
  const root = shown
    ? `<div id="root" data-shell="${shown}" lang="${language}">${body}</div>`
    : '<div id="root"></div>';
  return html
    .replace('<html lang="pt-BR" dir="ltr"', () => `<html lang="${language}" dir="${directionOf(language)}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title || escapeText(site.brand)}</title>`)
    .replaceAll(/<style data-inside>[^]*?<\/style><link[^>]* data-inside[^>]*>/g, (styles) =>
      shown && shown !== 'login' ? styles : '',
    )
    .replace('<!--site-->', () => `<script type="application/json" id="site">${writeData(site)}</script>`)
    .replace('<div id="root"></div>', () => root)
    .replace('<!--shells-->', () => aside.join(''));
}

function putAside(shell: Shell, language: Language, [title, body]: [string, string]): string {
  return `<template data-shell="${shell}" lang="${language}" title="${title}">${body}</template>`;
}

/** React's output begins with the title, which belongs in the page's head. */
function split(drawn: string): [title: string, body: string] {
  const [whole = '', title = ''] = /^<title>([^<]*)<\/title>/.exec(drawn) ?? [];
  return [title, drawn.slice(whole.length)];
}

function fill(drawn: string, site: SiteConfig): string {
  return drawn.replaceAll(/%%(\w+)%%/g, (_, name: string) => escapeText(String(site[name as keyof SiteConfig] ?? '')));
}

/** Escapes as React does for texts and attributes. */
function escapeText(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
  return text.replaceAll(/[&<>"']/g, (sign) => names[sign] ?? sign);
}

/** Serialises data so that no text in it can end its script. */
function writeData(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** Hashes of the page's inline scripts, as the content security policy lists them. */
export function inlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*(?:\bsrc=|type="application\/json"))[^>]*>([^]*?)<\/script>/g)];
  return scripts.map(([, code = '']) => hashOf(code));
}

/** Hashes of the page's inline style sheets, likewise. */
export function inlineStyles(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css = '']) => hashOf(css));
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
