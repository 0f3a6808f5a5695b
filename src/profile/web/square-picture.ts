import { pictureTypes } from '../contract.ts';

/** As many dots as the server keeps of it on the largest screens, and some to spare. */
const sidePixels = 512;

/**
 * The middle square of a picture, small: a phone's photo is larger than what may be sent, and most of it would not be seen.
 * Null when it is of no type that is taken, or says so and is not.
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
  // Without loss: the server encodes it once more.
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'picture.png', { type: 'image/png' });
}
