import sharp, { type Metadata } from 'sharp';
import { refuseProfile } from '../refusals.ts';

/** Shown at 96 px at most, on screens of up to three dots a pixel. */
export const avatarPixels = 256;
const quality = 80;

/** More than a phone's camera makes of 5 MB; a picture that unpacks to more is a bomb, or belongs on a wall. */
const mostPixels = 50_000_000;
/** A picture that cannot be read line by line stands in memory whole: a few more bytes of it may be all there is. */
const mostBytesAtOnce = 100_000_000;
/** Longer than this, a centre square of it is a few dots, and stretching them costs more than they show. */
const mostElongated = 25;
const longestSeconds = 10;

const formats = new Set(['png', 'jpeg', 'webp']);

// Nothing else is ever decoded, whatever a file says it is: no SVG, which would read other files and run for ever, and no
// format whose decoder nobody needs here.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

/**
 * The middle square of a picture, upright and small, as a WebP that holds nothing but what is seen: where and when it was
 * taken, and whatever else was in the file, is gone. Of a moving picture, the first frame.
 *
 * @throws Refusal `file_type` when it cannot be read to its end as PNG, JPEG or WebP, `picture_too_large` when it unpacks
 *   to too much
 */
export async function encodeAvatar(file: Buffer): Promise<Buffer> {
  const options = { failOn: 'error', limitInputPixels: mostPixels, pages: 1 } as const;
  requireReadable(await describe(file));
  try {
    return await sharp(file, options)
      .autoOrient()
      .resize(avatarPixels, avatarPixels, { fit: 'cover' })
      .webp({ quality })
      .timeout({ seconds: longestSeconds })
      .toBuffer();
  } catch {
    throw refuseProfile('file_type');
  }
}

/** What the file says of itself, in its first bytes. Its size is judged below, in words of our own. */
async function describe(file: Buffer): Promise<Metadata> {
  try {
    return await sharp(file, { failOn: 'error', limitInputPixels: false }).metadata();
  } catch {
    throw refuseProfile('file_type');
  }
}

function requireReadable(picture: Metadata): void {
  const { format, width, height } = picture;
  if (!format || !formats.has(format)) throw refuseProfile('file_type');
  const isTooLarge = width * height > mostPixels || bytesAtOnce(picture) > mostBytesAtOnce;
  const isTooLong = Math.max(width, height) > mostElongated * Math.min(width, height);
  if (isTooLarge || isTooLong) throw refuseProfile('picture_too_large');
}

/** A picture in passes, a WebP and a PNG that has to be turned cannot be read line by line. */
function bytesAtOnce({
  format,
  width,
  height,
  channels,
  depth,
  isProgressive,
  orientation,
  chromaSubsampling,
}: Metadata): number {
  const isTurned = format === 'png' && (orientation ?? 1) > 1;
  if (format !== 'webp' && !isProgressive && !isTurned) return 0;
  const bytesPerSample = depth === 'ushort' || format === 'jpeg' ? 2 : 1;
  // Most cameras keep colour at half the width and height.
  const samplesPerPixel = chromaSubsampling === '4:2:0' ? channels / 2 : channels;
  return width * height * samplesPerPixel * bytesPerSample;
}
