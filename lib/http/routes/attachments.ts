import { z } from 'zod';
import { uploadSchema } from '#lib/core/api/upload.ts';
import { limits } from '#lib/core/limits.ts';
import { receiveUpload } from '#lib/operations/artifacts/receive-upload.ts';
import { fileTooLarge } from '#lib/operations/artifacts/received-chunks.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const none = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });

export const attachmentRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/attachments',
    isDirect: true,
    takesBytes: true,
    summary: 'Upload a file to attach to a message',
    description: `The body is the file, at most ${limits.artifactBytes / 1024 / 1024} MiB; its type follows from its content. Only its uploader may read it, for as long as a new result lasts; once it is sent with a message, it belongs to the conversation and stays as long as that.`,
    right: 'read',
    scope: 'team',
    query: z.strictObject({
      name: z
        .string()
        .max(limits.fileNameCharacters)
        .default('')
        .describe('Its last part becomes the title; without one, a text is shown as pasted'),
    }),
    answer: uploadSchema,
    statuses: [201],
    errors: ['too_large', 'too_many_requests'],
    async handle({ request, origin, query: { name }, member, services }) {
      await checkRate(services, origin, 'upload', member.id);
      if (Number(request.headers.get('content-length')) > limits.artifactBytes) throw fileTooLarge();
      const chunks = (request.body ?? none) as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
      return await receiveUpload(services, member, { name, chunks });
    },
  }),
];
