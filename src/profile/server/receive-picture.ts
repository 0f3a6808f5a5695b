import type { MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { largestPictureBytes } from '../contract.ts';
import { refuseProfile } from '../refusals.ts';

/** One file and nothing else; anything after it is not read. */
export const formLimits = {
  fileSize: largestPictureBytes,
  files: 1,
  fields: 4,
  fieldSize: 1_000,
  parts: 5,
  headerPairs: 20,
};

/** The bytes of the form's `file`, ignoring its name and type: those are the sender's claims. */
export async function receivePicture(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw refusePlatform('unsupported_media_type');
  try {
    const part = await Promise.race([request.file(), untilGone(request)]);
    if (part?.fieldname === 'file') return await readWhole(part);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw (error as FastifyError).code === 'FST_REQ_FILE_TOO_LARGE'
      ? refuseProfile('picture_too_large')
      : // A truncated form, or none at all: the parser's errors have no status of their own.
        refusePlatform('bad_request');
  }
  throw refusePlatform('invalid_field', { field: 'file' });
}

/** Rejects once the sender is gone, even before their turn: the parser would wait for the rest forever. */
function untilGone({ raw }: FastifyRequest): Promise<never> {
  const gone = new Promise<never>((_resolve, reject) => {
    const look = (): void => {
      if (!raw.readableEnded) reject(refusePlatform('bad_request'));
    };
    if (raw.destroyed) look();
    else raw.once('close', look);
  });
  gone.catch(() => {});
  return gone;
}

/** If the last permitted bytes arrive late, the parser returns the truncated file as if it were complete. */
async function readWhole(part: MultipartFile): Promise<Buffer> {
  const picture = await part.toBuffer();
  if (part.file.truncated) throw refuseProfile('picture_too_large');
  return picture;
}
