import { z } from 'zod';
import { attachmentRequestsSchema } from '../../../../../lib/core/attachment.ts';
import { VitrineError } from '../../../../../lib/core/errors.ts';
import { limits } from '../../../../../lib/core/limits.ts';
import { requireArtifact, requireConversation } from '../../../../../lib/http/access.ts';
import { idParams, route } from '../../../../../lib/http/route.ts';

/** Text, and what of this server's artifacts is given with it: history, roles and tool results are the server's own. */
const newMessage = z.strictObject({
  text: z.string(),
  clientMessageId: z.string().min(1).max(100).optional(),
  attachments: attachmentRequestsSchema.optional(),
  interrupt: z.boolean().optional(),
});

export const POST = route(
  { params: idParams, body: newMessage },
  async ({ params, body, member, services }) => {
    const text = body.text.toWellFormed();
    if (text.length > limits.messageCharacters) {
      const limit = limits.messageCharacters.toLocaleString('en-US');
      throw new VitrineError('message_too_long', `A message has at most ${limit} characters`);
    }
    if (text.trim() === '') throw new VitrineError('invalid_request', 'The message is empty');
    const conversation = await requireConversation(services, member, params.id);
    const given = await Promise.all(
      (body.attachments ?? []).map(async ({ artifactId, lines }) => {
        const { metadata } = await requireArtifact(services, member, artifactId);
        return { metadata, lines };
      }),
    );
    const queued = await services.runner.submit(conversation, {
      text,
      clientMessageId: body.clientMessageId,
      author: { id: member.id, name: member.name },
      given,
      interrupt: body.interrupt === true,
    });
    return Response.json(queued, { status: 202 });
  },
);
