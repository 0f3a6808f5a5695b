import type { MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/refusal.ts';
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
    if (part?.fieldname === 'file') return await readWhole(part);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw (error as FastifyError).code === 'FST_REQ_FILE_TOO_LARGE'
      ? refuseProfile('picture_too_large')
      : // A form that breaks off, or is none: the parser's errors say no status of their own.
        refusePlatform('bad_request');
  }
  throw refusePlatform('invalid_field', { field: 'file' });
}

/** Where the last bytes that are let through come late, the parser gives what it cut off as if it were all. */
async function readWhole(part: MultipartFile): Promise<Buffer> {
  const picture = await part.toBuffer();
  if (part.file.truncated) throw refuseProfile('picture_too_large');
  return picture;
}
