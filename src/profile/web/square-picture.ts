import { largestPictureBytes } from '../contract.ts';

/** As many pixels as the server keeps for the largest screens, and some to spare. */
const sidePixels = 512;

export type Squared = File | 'file_type' | 'picture_too_large';

/**
 * The centre square of a picture, scaled down: a phone's photo is larger than what may be sent, and most of it would not be seen. What kind
 * of picture it is, its content says: some systems give a file no type, or a wrong one. A picture that this browser cannot scale, or scrambles
 * against tracking, is sent as it is, for the server to scale.
 */
export async function squarePicture(file: File): Promise<Squared> {
  const type = typeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (type === null) return 'file_type';
  const asItIs = new File([file], 'picture', { type });
  const scaled = await scale(asItIs).catch(() => null);
  if (scaled) return scaled;
  return file.size > largestPictureBytes ? 'picture_too_large' : asItIs;
}

function typeOf(bytes: Uint8Array): string | null {
  const [signed, format] = [bytes.subarray(0, 4), bytes.subarray(8, 12)].map((part) => String.fromCharCode(...part));
  if (signed === '\u0089PNG') return 'image/png';
  if (signed?.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  return signed === 'RIFF' && format === 'WEBP' ? 'image/webp' : null;
}

async function scale(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = new OffscreenCanvas(Math.min(side, sidePixels), Math.min(side, sidePixels));
  const pen = canvas.getContext('2d');
  if (!pen || !(await isTrue(canvas, pen))) return null;
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
  picture.close();
  // Lossless: the server encodes it once more.
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'picture.png', { type: 'image/png' });
}

/** Far more than a browser that only blurs a canvas's fingerprint changes, and far less than one that replaces what is drawn. */
const tolerated = 8;

/** Whether what is drawn on a canvas of this size comes out again, tried with four colours. */
async function isTrue(canvas: OffscreenCanvas, pen: OffscreenCanvasRenderingContext2D): Promise<boolean> {
  const { width, height } = canvas;
  const colours = ['#c02040', '#20c040', '#2040c0', '#c0c020'];
  colours.forEach((colour, n) => {
    pen.fillStyle = colour;
    pen.fillRect(n % 2 ? width / 2 : 0, n > 1 ? height / 2 : 0, width, height);
  });
  const drawn = await createImageBitmap(await canvas.convertToBlob({ type: 'image/png' }));
  pen.clearRect(0, 0, width, height);
  pen.drawImage(drawn, 0, 0);
  drawn.close();
  const { data } = pen.getImageData(0, 0, width, height);
  // From the middle of each colour, which is nowhere mixed with another.
  return colours.every((colour, n) => {
    const [x, y] = [n % 2 ? 3 : 1, n > 1 ? 3 : 1].map((quarters) => Math.floor((quarters * width) / 4)) as [
      number,
      number,
    ];
    return [1, 3, 5].every((at, channel) => {
      const meant = Number.parseInt(colour.slice(at, at + 2), 16);
      return Math.abs((data[4 * (y * width + x) + channel] ?? 0) - meant) <= tolerated;
    });
  });
}
