import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** Something that goes into the archive, part by part as it is made. */
export interface ZipEntry {
  name: string;
  parts: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** What the archive's end says of an entry. */
interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  at: number;
}

/** Of one entry and of the whole: beyond it an archive needs another form. */
const mostBytes = 0xffff_ffff;
/** The sizes follow the entry, and its name is UTF-8. */
const flags = 0x0808;
const deflate = 8;

/**
 * Writes entries into a ZIP archive (PKWARE's APPNOTE 6.3, version 2.0), each packed while it is made: however long it is, it takes no
 * more memory.
 *
 * @throws Error where the archive would come to 4 GiB
 */
export async function writeZip(file: FileHandle, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const written: Written[] = [];
  let at = 0;
  const put = async (bytes: Buffer): Promise<void> => {
    at += bytes.length;
    if (at > mostBytes) throw new Error('an archive is shorter than 4 GiB');
    await file.writeFile(bytes);
  };
  for await (const { name, parts } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at };
    await put(headOf(entry));
    const before = at;
    for await (const packed of pack(parts, entry)) await put(packed);
    entry.packed = at - before;
    await put(numbers([0x08074b50, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4]));
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(recordOf));
  const start = at;
  await put(directory);
  const count = written.length;
  await put(
    numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [start, 4], [0, 2]),
  );
}

async function* pack(parts: ZipEntry['parts'], entry: Written): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw();
  const feed = async (): Promise<void> => {
    for await (const part of parts) {
      entry.crc = crc32(part, entry.crc);
      entry.size += part.length;
      if (!packer.write(part)) await once(packer, 'drain');
    }
    packer.end();
  };
  const fed = feed().catch((error: unknown) => void packer.destroy(error as Error));
  yield* packer as AsyncIterable<Buffer>;
  await fed;
}

function headOf({ name }: Written): Buffer {
  const head = numbers(
    [0x04034b50, 4],
    [20, 2],
    [flags, 2],
    [deflate, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [0, 4],
    [name.length, 2],
    [0, 2],
  );
  return Buffer.concat([head, name]);
}

function recordOf({ name, crc, packed, size, at }: Written): Buffer {
  const first = numbers(
    [0x02014b50, 4],
    [20, 2],
    [20, 2],
    [flags, 2],
    [deflate, 2],
    [0, 4],
    [crc, 4],
    [packed, 4],
    [size, 4],
  );
  return Buffer.concat([first, numbers([name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), name]);
}

/** Each with how many bytes it takes, the lowest first. */
function numbers(...all: [value: number, bytes: number][]): Buffer {
  const buffer = Buffer.alloc(all.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of all) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
