import { attachmentRequestsSchema } from '@vitrine/lib/core/attachment.ts';
import { limits } from '@vitrine/lib/core/limits.ts';
import { requireArtifact, requireConversation } from '@vitrine/lib/http/access.ts';
import { findMentions } from '@vitrine/lib/http/find-mentions.ts';
import { readMessageText } from '@vitrine/lib/http/message-text.ts';
import { checkRate } from '@vitrine/lib/http/rate-limits.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

/** Text, and what of this server's artifacts is given with it: history, roles and tool results are the server's own. */
const newMessage = z.strictObject({
  text: z.string(),
  clientMessageId: z.string().min(1).max(100).optional(),
  attachments: attachmentRequestsSchema.optional(),
  interrupt: z.boolean().optional(),
});

export const POST = route(
  { params: idParams, body: newMessage },
  async ({ request, params, body, member, services }) => {
    await checkRate(services, request, 'message', member.id);
    const text = readMessageText(body.text);
    const conversation = await requireConversation(services, member, params.id, 'write');
    const given = await Promise.all(
      (body.attachments ?? []).map(async ({ artifactId, lines }) => {
        const { metadata } = await requireArtifact(services, member, artifactId);
        return { metadata, lines };
      }),
    );
    const message = {
      text,
      clientMessageId: body.clientMessageId,
      author: { id: member.id, name: member.name },
      given,
      mentions: await findMentions(services, conversation, text),
      interrupt: body.interrupt === true,
    };
    const submit = () => services.runner.submit(conversation, message);
    // What is given is read whole, one text after another.
    const queued =
      given.length === 0
        ? await submit()
        : await services.wholeReads.run(limits.givenBytes, request.signal, submit);
    return Response.json(queued, { status: 202 });
  },
);
