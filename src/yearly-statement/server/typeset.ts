import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '#platform/server/semaphore.ts';
import type { PrintedYear } from './print-year.ts';
import { statementTemplate } from './statement-template.ts';

/** One at a time, off the thread that answers; whoever comes when so many wait is told to come back in a moment. */
const turns = { atOnce: 1, waiting: 24 };
/** A document takes some hundredths of a second: whatever takes so long is not going to end. */
const longestMs = 20_000;
/** After so long without one its memory is given back. */
const idleMs = 60_000;

const { resolve } = createRequire(import.meta.url);
/** Where a package is that brings font files alone. */
const folderOf = (name: string): string => dirname(resolve(`${name}/package.json`));
const inter = folderOf('@expo-google-fonts/inter');
const vazirmatn = folderOf('@expo-google-fonts/vazirmatn');
const fontFolders = [
  ...[inter, vazirmatn].flatMap((folder) => [join(folder, '400Regular'), join(folder, '600SemiBold')]),
  join(dirname(resolve('@embedpdf/fonts-sc')), '..', 'fonts'),
];

/**
 * What the thread does, as the text that it runs: a thread begins with a file of its own, which is another one from the sources, in a
 * bundle and under test; this is the same everywhere. It reads nothing but its fonts, and writes nothing.
 */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { NodeCompiler } = require(workerData.typesetter);
  const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: workerData.fonts }] });
  parentPort.on('message', (year) => {
    try {
      const pdf = compiler.pdf({ mainFileContent: workerData.template, inputs: { year } }, { pdfStandard: 'ua-1' });
      parentPort.postMessage({ pdf });
    } catch (error) {
      parentPort.postMessage({ failure: JSON.stringify(error?.shortDiagnostics ?? String(error)) });
    }
    compiler.evictCache(2);
  });`;

type Answer = { pdf: Uint8Array } | { failure: string };
export type Typeset = (year: PrintedYear) => Promise<Buffer>;

/**
 * Makes what makes PDFs: tagged, with their language and title (PDF/UA-1), the fonts' used letters embedded. The same year gives the same
 * bytes.
 */
export function createTypeset(): Typeset {
  const inTurn = createSemaphore(turns);
  let thread: Worker | null = null;
  let quiet: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(quiet);
    const ended = thread;
    thread = null;
    await ended?.terminate();
  };
  return (year) =>
    inTurn(async () => {
      clearTimeout(quiet);
      thread ??= begin();
      try {
        return await ask(thread, JSON.stringify(year));
      } catch (error) {
        await end();
        throw error;
      } finally {
        quiet = setTimeout(() => void end(), idleMs).unref();
      }
    });
}

function begin(): Worker {
  const workerData = {
    typesetter: resolve('@myriaddreamin/typst-ts-node-compiler'),
    fonts: fontFolders,
    template: statementTemplate,
  };
  // Nothing of the server's environment is anything to it.
  const thread = new Worker(program, { eval: true, workerData, env: {}, execArgv: [] });
  thread.unref();
  return thread;
}

/** @throws Error when the thread could not make it, died, or took too long; the thread is of no more use then */
function ask(thread: Worker, year: string): Promise<Buffer> {
  return new Promise((give, fail) => {
    const listeners = {
      message: (answer: Answer): void =>
        settle(() => ('pdf' in answer ? give(Buffer.from(answer.pdf)) : failWith(answer.failure))),
      error: (error: unknown): void => settle(() => failWith(error)),
      exit: (code: number): void => settle(() => failWith(`its thread ended with ${code}`)),
    };
    const settle = (act: () => void): void => {
      clearTimeout(deadline);
      for (const [event, listener] of Object.entries(listeners)) thread.off(event, listener);
      act();
    };
    const failWith = (cause: unknown): void => fail(new Error('a yearly statement could not be typeset', { cause }));
    const deadline = setTimeout(() => settle(() => failWith(`it took longer than ${longestMs} ms`)), longestMs);
    for (const [event, listener] of Object.entries(listeners)) thread.on(event, listener);
    thread.postMessage(year, []);
  });
}
