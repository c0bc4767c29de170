import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { otherLoopbackHost } from '../core/algorithms/hosts.ts';
import { limits } from '../core/limits.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import type { Services } from '../services.ts';
import { newToken } from '../team/token-hash.ts';

type Needs = Pick<Services, 'stores' | 'config' | 'nowMs'>;

/** The signed claims of a content link. */
const contentClaimsSchema = z.strictObject({
  /** ID of the member it was made for; empty: whoever has the link of a share. */
  for: z.string().max(80),
  until: z.coerce.number().int(),
  /** `app`: the frame for the page that shows it. */
  as: z.enum(['shown', 'file', 'app']),
});
export type ContentClaims = z.infer<typeof contentClaimsSchema>;

/**
 * URL on the content origin, which has no cookies and no pages, for a browser that loads an artifact's bytes.
 * `null`: they are served here. Browsers send `Sec-Fetch-Dest` on https and on this machine; what a script
 * reads is served as plain text from our origin.
 */
export async function contentLink(
  needs: Needs,
  request: Pick<Request, 'headers'>,
  { id, member, isFile }: { id: string; member: Member | null; isFile: boolean },
): Promise<string | null> {
  const { contentUrl } = needs.config;
  const loads = request.headers.get('sec-fetch-dest') ?? 'empty';
  if (contentUrl === null || (loads === 'empty' && !isFile)) return null;
  return await signedLink(needs, new URL(`/api/content/${id}`, contentUrl), {
    id,
    member,
    as: isFile ? 'file' : 'shown',
  });
}

/**
 * URL of the frame for the app that shows an artifact, on another origin than the page's. In local mode that is the other
 * name of this machine. `null`: there is none.
 */
export async function appFrameLink(
  needs: Needs,
  request: Pick<Request, 'headers'>,
  { id, member }: { id: string; member: Member | null },
): Promise<string | null> {
  const { contentUrl, signIn } = needs.config;
  const otherHost = signIn === null ? otherLoopbackHost(request.headers.get('host')) : null;
  const origin = contentUrl ?? (otherHost && `http://${otherHost}`);
  if (origin === null) return null;
  return await signedLink(needs, new URL(`/api/content/${id}/app`, origin), { id, member, as: 'app' });
}

async function signedLink(
  needs: Needs,
  url: URL,
  { id, member, as }: { id: string; member: Member | null; as: ContentClaims['as'] },
): Promise<string> {
  const until = needs.nowMs() + limits.contentLinkSeconds * 1000;
  const claims: ContentClaims = { for: member?.id ?? '', until, as };
  for (const [name, value] of Object.entries(claims)) url.searchParams.set(name, String(value));
  url.searchParams.set('signature', signatureOf(await keyOf(needs), id, claims));
  return url.href;
}

/**
 * The claims of a valid, unexpired link that this installation signed for this artifact; `null`: anything
 * else.
 */
export async function readContentLink(
  needs: Needs,
  id: string,
  search: URLSearchParams,
): Promise<ContentClaims | null> {
  const { signature = '', ...rest } = Object.fromEntries(search);
  const parsed = contentClaimsSchema.safeParse(rest);
  if (!parsed.success || search.size !== 4 || parsed.data.until <= needs.nowMs()) return null;
  const wanted = Buffer.from(signatureOf(await keyOf(needs), id, parsed.data));
  const received = Buffer.from(signature);
  return received.length === wanted.length && timingSafeEqual(received, wanted) ? parsed.data : null;
}

/** The signing key, shared by all processes of an installation. */
const keyOf = ({ stores }: Needs): Promise<string> => stores.secrets.get('content-links', newToken());

const signatureOf = (key: string, id: string, { for: who, until, as }: ContentClaims): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([id, who, until, as]))
    .digest('base64url');
