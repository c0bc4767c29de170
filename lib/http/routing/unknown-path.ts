import { z } from 'zod';
import { notFound } from '#lib/core/errors.ts';
import { handleRequest } from './handle-request.ts';

/** Answers every unknown path with an API error instead of a page. */
export const answerUnknownPath = handleRequest({
  right: 'read',
  scope: 'everyone',
  token: 'read',
  params: z.unknown(),
  status: 404,
  async handle() {
    throw notFound();
  },
});
