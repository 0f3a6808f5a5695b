import sharp, { type Metadata } from 'sharp';
import { refusePlatform } from '#platform/refusals.ts';
import { refuseProfile } from '../refusals.ts';

/** Shown at up to 96 px, on screens of up to three device pixels per pixel. */
export const avatarPixels = 256;
const quality = 80;

/** More than a phone's camera fits into 5 MB; a picture that unpacks to more is a decompression bomb or far too large. */
const mostPixels = 50_000_000;
/** A picture that cannot be decoded line by line is in memory whole: this limits its size there. */
const mostBytesAtOnce = 100_000_000;
/** With more elongated pictures the centre square is a few pixels, and enlarging them costs more than they show. */
const mostElongated = 25;
/** Far more than the largest picture takes on an idle machine; it must not be refused because the machine is busy. */
const longestSeconds = 30;

const formats = new Set(['png', 'jpeg', 'webp']);

// No other format is ever decoded, whatever a file claims to be: no SVG, which could read other files and run indefinitely, and no format
// that is not needed here.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

/**
 * The centre square of a picture, upright and small, as a WebP with nothing but the visible image: time, place and all other metadata are
 * removed. For an animation, the first frame.
 *
 * @throws Refusal `file_type` when it cannot be decoded completely as PNG, JPEG or WebP, `picture_too_large` when it unpacks to too much,
 *   `unavailable` when the machine is too busy for it
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
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('timeout')) throw refusePlatform('unavailable', {}, 5);
    throw refuseProfile('file_type');
  }
}

/** The metadata from the file's first bytes. Its size is checked below, with our own refusals. */
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

/** Progressive or interlaced pictures, WebP, and PNGs that have to be rotated cannot be decoded line by line. */
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
  // Most cameras store colour at half the width and height.
  const samplesPerPixel = chromaSubsampling === '4:2:0' ? channels / 2 : channels;
  return width * height * samplesPerPixel * bytesPerSample;
}
