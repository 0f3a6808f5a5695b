import { fstatSync, write } from 'node:fs';
import { Counter } from 'prom-client';
import { metrics } from './metrics.ts';

/** A sink for log lines that never waits for its reader. */
export interface LogDestination {
  write(line: string): void;
  /** Resolves when everything has been taken, or after `deadlineMs`, whichever comes first. */
  flush(deadlineMs: number): Promise<void>;
}

/** Takes a chunk of text and calls `done` when it has been written; with an error, it never will be. */
export type Sink = (text: string, done: (error?: Error | null) => void) => void;

/** How much is buffered for a stalled reader: half an hour of an ordinary day. Lines beyond it are dropped and counted. */
const mostBytes = 4 * 1024 * 1024;
const pieceBytes = 64 * 1024;

const dropped = new Counter({
  name: 'lastro_log_lines_dropped_total',
  help: 'Log lines dropped because they were not read in time.',
  registers: [metrics],
});

/** A bounded queue in front of a sink that may be slow, or stall indefinitely. */
export function boundLog(sink: Sink, bound = mostBytes): LogDestination {
  let waiting: string[] = [];
  let waitingBytes = 0;
  let lost = 0;
  let isUnderWay = false;
  let onEmpty: (() => void)[] = [];

  function next(): void {
    if (waiting.length === 0 && lost === 0) {
      for (const each of onEmpty.splice(0)) each();
      return;
    }
    const piece = takePiece();
    isUnderWay = true;
    sink(piece.text, (error) => {
      isUnderWay = false;
      if (error) drop(piece.lines);
      // A sink that failed is retried with the next line, not endlessly.
      if (error) onEmpty.splice(0).forEach((each) => each());
      else next();
    });
  }

  function takePiece(): { text: string; lines: number } {
    const lines: string[] = [];
    let bytes = 0;
    while (waiting.length > lines.length && bytes < pieceBytes) {
      const line = waiting[lines.length] as string;
      lines.push(line);
      bytes += Buffer.byteLength(line);
    }
    waiting = waiting.slice(lines.length);
    waitingBytes -= bytes;
    if (lost > 0)
      lines.push(`${JSON.stringify({ level: 40, time: Date.now(), lost, msg: 'lines of the log were lost' })}\n`);
    const count = lines.length - (lost > 0 ? 1 : 0);
    lost = 0;
    return { text: lines.join(''), lines: count };
  }

  function drop(lines: number): void {
    lost += lines;
    dropped.inc(lines);
  }

  return {
    write: (line) => {
      const bytes = Buffer.byteLength(line);
      if (waitingBytes + bytes > bound) return drop(1);
      waiting.push(line);
      waitingBytes += bytes;
      if (!isUnderWay) next();
    },
    flush: (deadlineMs) =>
      new Promise((resolve) => {
        if (!isUnderWay && waiting.length === 0) return resolve();
        setTimeout(resolve, deadlineMs).unref();
        onEmpty.push(resolve);
      }),
  };
}

let standard: LogDestination | null = null;

/** Standard output, whatever it is connected to: a pipe or a terminal may stall, a file may not. */
export function standardLog(): LogDestination {
  return (standard ??= boundLog(fstatSync(1).isFile() ? toFile : toStream()));
}

const toFile: Sink = (text, done) => {
  const bytes = Buffer.from(text);
  const from = (at: number): void =>
    write(1, bytes, at, bytes.length - at, null, (error, written) =>
      error || at + written >= bytes.length ? done(error) : from(at + written),
    );
  from(0);
};

function toStream(): Sink {
  // Node's writes to a terminal block; those to a pipe do not.
  const { _handle: handle } = process.stdout as { _handle?: { setBlocking?: (isBlocking: boolean) => void } };
  handle?.setBlocking?.(false);
  process.stdout.on('error', () => {});
  return (text, done) => void process.stdout.write(text, done);
}
