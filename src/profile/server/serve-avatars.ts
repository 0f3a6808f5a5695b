import multipart from '@fastify/multipart';
import { writeAnswer } from '#http/server/answer.ts';
import type { Http } from '#http/server/http.ts';
import { describeRoute } from '#http/server/openapi.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { requireInvestor, requireStillInvestor } from '#http/server/require-investor.ts';
import { createSemaphore } from '#platform/server/semaphore.ts';
import { transaction } from '#database/server/transaction.ts';
import { uploadAvatar } from '../contract.ts';
import { readAvatarImage, writeAvatar } from './avatar-store.ts';
import { encodeAvatar } from './encode-avatar.ts';
import { formLimits, receivePicture } from './receive-picture.ts';

/** One decoded picture is in memory at a time; every upload that the gate lets through may wait for it. */
const encoding = { atOnce: 1, waiting: Infinity };

/** The path browsers fetch pictures from, without a token; names cannot be guessed. */
const avatarPath = '/api/avatars/';
const avatarName = /^[0-9a-f]{64}\.webp$/;

/** Pictures are uploaded as forms and served as stored. This is the only place where forms are parsed. */
export function serveAvatars(http: Http): void {
  void http.app.register(async (app) => {
    await app.register(multipart, { limits: formLimits });
    serveUpload({ ...http, app });
  });
  servePictures(http);
}

function serveUpload(http: Http): void {
  const encodeInTurn = createSemaphore(encoding);
  http.app.route({
    method: uploadAvatar.method,
    url: uploadAvatar.path,
    schema: describeRoute(uploadAvatar),
    config: { shape: uploadAvatar },
    onRequest: async (request) => void (request.investor = await requireInvestor(http, request)),
    handler: async (request, reply) => {
      const picture = await receivePicture(request);
      const image = await encodeInTurn(() => encodeAvatar(picture));
      const { id } = await requireStillInvestor(http, request);
      const address = await transaction(http.db, (tx) =>
        writeAvatar(tx, id, image, (name) => `${avatarPath}${name}.webp`),
      );
      const answer = writeAnswer(uploadAvatar, { Avatar: address });
      return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.text);
    },
  });
}

function servePictures(http: Http): void {
  http.app.get<{ Params: { name: string } }>(
    `${avatarPath}:name`,
    { schema: { summary: 'A customer’s picture, as WebP' }, config: { bucket: 'public' } },
    async (request, reply) => {
      const { name } = request.params;
      const image = avatarName.test(name) ? await readAvatarImage(http.db, name.replace('.webp', '')) : null;
      if (!image) throw refusePlatform('not_found');
      // nosniff and the policy that forbids all scripts are on every response (security-headers.ts).
      return reply.header('Cache-Control', 'private, max-age=31536000, immutable').type('image/webp').send(image);
    },
  );
}
