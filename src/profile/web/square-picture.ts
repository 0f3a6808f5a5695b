import { pictureTypes } from '../contract.ts';

/** As many pixels as the server keeps for the largest screens, and some to spare. */
const sidePixels = 512;

/**
 * The centre square of a picture, scaled down: a phone's photo is larger than what may be sent, and most of it would not be seen. Null if
 * its type is not accepted, or is not what it claims.
 */
export async function squarePicture(file: File): Promise<File | null> {
  if (!pictureTypes.some((type) => type === file.type)) return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const side = Math.min(picture.width, picture.height);
  const canvas = new OffscreenCanvas(Math.min(side, sidePixels), Math.min(side, sidePixels));
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
  picture.close();
  // Lossless: the server encodes it once more.
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'picture.png', { type: 'image/png' });
}
