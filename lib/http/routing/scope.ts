import { notFound } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { type Act, may } from '#lib/core/vocabulary/rights.ts';
import type { ApiToken } from '#lib/core/vocabulary/team/api-token.ts';
import type { Member, Session } from '#lib/core/vocabulary/team/member.ts';
import {
  requireAdmin,
  requireArtifact,
  requireConversation,
  requireReadable,
} from '#lib/operations/access.ts';
import type { Origin } from '#lib/operations/origin.ts';
import type { Services } from '#lib/services.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';
import type { SignedInCaller } from '../signed-in.ts';

/**
 * The subject of a route's right. `everyone`: no sign-in needed. `share`: whoever has its token, which the
 * handler looks up. `team`: every right except reading is for admins. `member`: the member, or an admin,
 * whatever the right. `content`: what an artifact contains, which its uploader may read before it is sent. For
 * `member`, `conversation`, `artifact` and `content`, `:id` in the path names the subject.
 */
export type Scope = 'everyone' | 'share' | 'team' | 'member' | 'conversation' | 'artifact' | 'content';

export const isOpen = (scope: Scope): scope is 'everyone' | 'share' =>
  scope === 'everyone' || scope === 'share';

/** The subjects that `handleRequest` looks up for the handler. */
interface Subjects {
  everyone: object;
  share: object;
  team: object;
  member: object;
  conversation: { conversation: Conversation };
  artifact: { artifact: ArtifactRecord; conversation: Conversation };
  content: { artifact: ArtifactRecord };
}

interface Caller<S extends Scope> {
  /** The caller; `null`: nobody is signed in. */
  member: S extends 'everyone' | 'share' ? Member | null : Member;
  session: Session | null;
  /** The API token of a program; `null`: a browser. */
  token: ApiToken | null;
}

/** The input of a handler. */
export type Call<S extends Scope, Params, Query, Body> = {
  request: Request;
  origin: Origin;
  params: Params;
  query: Query;
  body: Body;
  services: Services;
} & Caller<S> &
  Subjects[S];

/**
 * Checks the right of a route, and returns the subject for its handler.
 * @throws VitrineError `not_found`, `forbidden`
 */
export async function authorize<S extends Scope>(
  services: Services,
  signedIn: SignedInCaller | null,
  { scope, right, id }: { scope: S; right: Act; id: string },
): Promise<Caller<S> & Subjects[S]> {
  const caller = {
    member: signedIn?.member ?? null,
    session: signedIn?.session ?? null,
    token: signedIn?.token ?? null,
  };
  return { ...caller, ...(await findSubject(services, caller.member, { scope, right, id })) } as Caller<S> &
    Subjects[S];
}

async function findSubject(
  services: Services,
  member: Member | null,
  { scope, right, id }: { scope: Scope; right: Act; id: string },
): Promise<Subjects[Scope]> {
  if (isOpen(scope) || member === null) return {};
  switch (scope) {
    case 'team':
      if (right !== 'read') requireAdmin(member);
      return {};
    case 'member':
      if (id !== member.id && !may(member, 'manage', { kind: 'team' })) throw notFound();
      return {};
    case 'conversation':
      return { conversation: await requireConversation(services, member, id, right) };
    case 'artifact':
      return await requireArtifact(services, member, id, right);
    case 'content':
      return { artifact: (await requireReadable(services, member, id)).artifact };
  }
}
