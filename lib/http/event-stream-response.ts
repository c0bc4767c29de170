import { isVitrineError } from '../core/errors.ts';
import { may } from '../core/vocabulary/rights.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import type { Services } from '../services.ts';
import type { StreamRequest } from '../streams/event-streams.ts';
import { readApiToken, readCaller } from './signed-in.ts';

/** `HEAD` is answered without opening a stream that nobody would read. */
export function eventStreamResponse(
  services: Services,
  request: Request,
  member: Member,
  wanted: Pick<StreamRequest, 'conversations' | 'form'>,
): Response {
  const body = () =>
    services.streams.open({
      ...wanted,
      memberId: member.id,
      stillMay: stillMay(services, request, member, wanted),
    });
  return new Response(request.method === 'HEAD' ? null : body(), {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}

/**
 * Whether the session or token is still valid, belongs to the same member, and may read every conversation of the
 * stream.
 */
function stillMay(
  services: Services,
  request: Request,
  { id: memberId }: Member,
  { conversations }: Pick<StreamRequest, 'conversations'>,
): StreamRequest['stillMay'] {
  const { headers } = request;
  if (services.config.signIn === null && readApiToken(headers) === null) return null;
  const readOrNull = () =>
    readCaller(services, headers).catch((error: unknown) => {
      if (isVitrineError(error) && error.code === 'signed_out') return null;
      throw error;
    });
  const credentials = JSON.stringify([headers.get('authorization'), headers.get('cookie')]);
  return async (findOnce) => {
    const caller = await findOnce(`caller ${credentials}`, readOrNull);
    if (caller?.member.id !== memberId) return false;
    const found = await Promise.all(
      conversations.map(({ id }) =>
        findOnce(`conversation ${id}`, () => services.stores.conversations.get(id)),
      ),
    );
    // A deleted conversation sends nothing more, so it must not cut off the others.
    return found.every(
      (conversation) =>
        conversation === null || may(caller.member, 'read', { kind: 'conversation', conversation }),
    );
  };
}
