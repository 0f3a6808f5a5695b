import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { languages } from '#platform/languages.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import type { SiteConfig } from '#platform/site.ts';
import { drawnSite, modes, type Shells } from '#app/server/first-page.ts';

/** Builds the customers' pages. vite.config.ts defines how; only the output folder is set here. */
export async function buildWeb(outDir: string): Promise<string[]> {
  const missing = await buildPages('index.html', outDir, 'vite.config.ts');
  return missing.length > 0 ? missing : drawShells(outDir);
}

/** Builds the staff's pages separately, with vite.console.config.ts. */
export function buildConsole(outDir: string): Promise<string[]> {
  return buildPages('console.html', outDir, 'vite.console.config.ts');
}

const checks = { pluginTimings: false };

async function buildPages(page: string, outDir: string, configFile: string): Promise<string[]> {
  if (!existsSync(join(projectFolder, page))) return [page];
  await build({
    root: projectFolder,
    configFile: join(projectFolder, configFile),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, reportCompressedSize: false, rolldownOptions: { checks } },
  });
  return [];
}

/** Prerenders the first view. */
async function drawShells(outDir: string): Promise<string[]> {
  const common = { root: projectFolder, mode: 'production', logLevel: 'warn' } as const;
  const drawing = await mkdtemp(join(projectFolder, 'node_modules', '.drawing-'));
  try {
    await build({
      ...common,
      ssr: { noExternal: true },
      build: {
        outDir: drawing,
        ssr: 'src/app/web/prerender.tsx',
        copyPublicDir: false,
        rolldownOptions: { checks, output: { entryFileNames: 'prerender.mjs' } },
      },
    });
    standInForWindow();
    await writeFile(join(outDir, 'shells.json'), JSON.stringify(await draw(join(drawing, 'prerender.mjs'))));
  } finally {
    for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
    await rm(drawing, { recursive: true, force: true });
  }
  return [];
}

/** Stubs the browser globals that modules read when they load: nobody is logged in, and no preferences are set. */
function standInForWindow(): void {
  const listeners = { addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(globalThis, {
    window: { ...listeners, location: { pathname: '/auth/login', search: '' } },
    document: { ...listeners, documentElement: { dataset: {} }, title: '' },
  });
}

type Draw = (language: string, site: SiteConfig) => Promise<string>;

/** Renders the first view in every language and mode; the server fills in installation-specific values. */
async function draw(program: string): Promise<Shells> {
  const { shells } = (await import(pathToFileURL(program).href)) as { shells: Record<string, Draw> };
  const drawn: Record<string, string> = {};
  for (const [name, drawOne] of Object.entries(shells)) {
    for (const mode of modes) {
      for (const language of languages) {
        drawn[`${name} ${mode} ${language}`] = await drawOne(language, drawnSite(mode));
      }
    }
  }
  return drawn;
}
