import type { FastifyError, FastifyRequest } from 'fastify';
import { refusePlatform } from '#platform/refusals.ts';
import { largestPictureBytes } from '../contract.ts';
import { refuseProfile } from '../refusals.ts';

/** One file and nothing else; what comes after it is not read. */
export const formLimits = {
  fileSize: largestPictureBytes,
  files: 1,
  fields: 4,
  fieldSize: 1_000,
  parts: 5,
  headerPairs: 20,
};

/** The bytes of the form's `file`, whatever name and type were given to them: those are the sender's claims. */
export async function receivePicture(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw refusePlatform('unsupported_media_type');
  try {
    const part = await request.file();
    if (part?.fieldname === 'file') return await part.toBuffer();
  } catch (error) {
    throw (error as FastifyError).code === 'FST_REQ_FILE_TOO_LARGE'
      ? refuseProfile('picture_too_large')
      : // A form that breaks off, or is none: the parser's errors say no status of their own.
        refusePlatform('bad_request');
  }
  throw refusePlatform('invalid_field', { field: 'file' });
}
