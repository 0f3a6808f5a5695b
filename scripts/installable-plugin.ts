import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const place = '<!--offline-->';
const pageAddress = '/offline.html';

/**
 * Builds what an installed page needs besides the application: the service worker, the one that retires it, and the offline page. They are
 * separate from the application's files, so its first load does not carry them.
 */
export function installablePlugin(): Plugin {
  return {
    name: 'installable',
    configureServer(server) {
      // There is none during development, and one that an earlier `npm start` left at this address is retired.
      server.middlewares.use('/sw.js', (_request, response, next) => {
        bundle('retired-worker.ts').then(({ code }) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(code);
        }, next);
      });
    },
    async generateBundle(_options, files) {
      const [page, retired] = await Promise.all([bundle('offline-page.ts'), bundle('retired-worker.ts')]);
      const named = (name: string, source: string) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
      const script = named('offline.js', page.code);
      const styles = [...entryStyles(files), named('offline.css', page.css)];
      const boot = findBoot(files);
      const html = fillPage(boot, script, styles);
      const define = {
        'offline.build': JSON.stringify(nameBuild([...Object.keys(files), html])),
        'offline.page': JSON.stringify(pageAddress),
        'offline.files': JSON.stringify([boot, script, ...styles]),
      };
      const worker = await bundle('service-worker.ts', define);
      this.emitFile({ type: 'asset', fileName: pageAddress.slice(1), source: html });
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker.code });
      this.emitFile({ type: 'asset', fileName: 'sw-retired.js', source: retired.code });
    },
  };
}

/** Tokens, fonts and base styles: the offline page looks like the application because it uses its style sheet. */
function entryStyles(files: Rolldown.OutputBundle): string[] {
  const entries = Object.values(files).filter((file) => file.type === 'chunk' && file.isEntry);
  const styles = entries.flatMap((entry) => withImports(files, entry as Rolldown.OutputChunk)).flatMap(stylesOf);
  if (styles.length === 0) throw new Error('the application has no style sheet');
  return [...new Set(styles)].map((file) => `/${file}`);
}

function withImports(files: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] {
  const imported = chunk.imports.map((name) => files[name]).filter((file) => file?.type === 'chunk');
  return [chunk, ...imported];
}

function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])];
}

function findBoot(files: Rolldown.OutputBundle): string {
  const boot = Object.values(files).find((file) => file.type === 'asset' && file.names.includes('boot.js'));
  if (!boot) throw new Error('boot.js was not built');
  return `/${boot.fileName}`;
}

function fillPage(boot: string, script: string, styles: string[]): string {
  const template = readFileSync(new URL('../offline.html', import.meta.url), 'utf8');
  const links = styles.map((file) => `<link rel="stylesheet" href="${file}">`);
  return template.replace(
    place,
    [`<script src="${boot}"></script>`, ...links, `<script defer src="${script}"></script>`].join(''),
  );
}

/** File names contain a hash of their content, so another build has other names. */
function nameBuild(parts: string[]): string {
  return createHash('sha256').update(parts.toSorted().join('\n')).digest('hex').slice(0, 12);
}

/** Bundles a single classic script: a worker and an offline page import nothing. */
async function bundle(file: string, define: Record<string, string> = {}): Promise<{ code: string; css: string }> {
  const entry = fileURLToPath(new URL(`../src/app/web/installable/${file}`, import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    define,
    build: { write: false, lib: { entry, formats: ['iife'], name: 'installable', cssFileName: 'style' } },
  });
  const [{ output }] = (Array.isArray(result) ? result : [result]) as [Rolldown.RolldownOutput];
  const css = output.find((each) => each.type === 'asset' && each.fileName.endsWith('.css'));
  return { code: output[0].code, css: css?.type === 'asset' ? String(css.source) : '' };
}
