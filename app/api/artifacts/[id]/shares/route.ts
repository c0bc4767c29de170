import { limits } from '@vitrine/lib/core/limits.ts';
import { type Share, shareRequestSchema } from '@vitrine/lib/core/share.ts';
import { requireArtifact } from '@vitrine/lib/http/access.ts';
import { audit } from '@vitrine/lib/http/audit-log.ts';
import { createShare } from '@vitrine/lib/http/create-share.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const POST = route(
  { params: idParams, body: shareRequestSchema },
  async ({ request, params, body, member, services }) => {
    const { metadata } = await requireArtifact(services, member, params.id);
    // An image is rewritten whole; anything else is copied in pieces.
    const byteLength = metadata.type === 'image' ? metadata.byteLength : limits.scanBytes;
    const { share, token } = await services.wholeReads.run(byteLength, request.signal, () =>
      createShare(services, member, metadata, body),
    );
    await audit(services, request, 'share.created', member, {
      subject: { id: share.id, name: share.title },
      detail: termsOf(share),
    });
    const origin = services.config.baseUrl ?? `http://${request.headers.get('host')}`;
    return Response.json({ id: share.id, token, url: `${origin}/s/${token}` }, { status: 201 });
  },
);

const termsOf = ({ audience, expiresAt, maxViews }: Share): string => {
  const views = maxViews === null ? [] : [`at most ${maxViews} views`];
  return [audience, `until ${expiresAt.slice(0, 10)}`, ...views].join(', ');
};
