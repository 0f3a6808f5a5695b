import { crc32, createDeflate } from 'node:zlib';

export interface PngShape {
  width: number;
  height: number;
  /** 1, 8 or 16 bits per sample. */
  depth?: number;
  /** 0 greyscale, 2 colour, 6 colour with alpha. */
  colour?: 0 | 2 | 6;
  isInterlaced?: boolean;
  /** How many of the rows promised by the header are present. */
  rows?: number;
  /** Chunks between header and image data: skipped by a decoder, found by a text search. */
  extra?: Buffer[];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const samples = { 0: 1, 2: 3, 6: 4 };

/** An all-black PNG of any size, written row by row: gigabytes of picture in kilobytes of file and memory. */
export async function drawPng(shape: PngShape): Promise<Buffer> {
  const { width, height, depth = 8, colour = 0, isInterlaced = false, rows = height, extra = [] } = shape;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  const row = Buffer.alloc(1 + Math.ceil((width * depth * samples[colour]) / 8));
  const data = await deflate(row, rows);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

async function deflate(row: Buffer, rows: number): Promise<Buffer> {
  const stream = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject));
  const rowsAtOnce = Math.max(1, Math.floor(262_144 / row.length));
  for (let written = 0; written < rows; written += rowsAtOnce) {
    const some = Buffer.alloc(row.length * Math.min(rowsAtOnce, rows - written));
    if (!stream.write(some)) await new Promise((resolve) => stream.once('drain', resolve));
  }
  stream.end();
  await ended;
  return Buffer.concat(parts);
}
