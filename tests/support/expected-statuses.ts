import type { Route } from '#lib/http/routing/define-route.ts';
import { people, type Who } from './rights-stage.ts';
import type { Example } from './rights-table.ts';

export type Statuses = Record<Who, number>;

const signedOut: ReadonlySet<Who> = new Set(['nobody', 'removed', 'visitor']);
const admins: ReadonlySet<Who> = new Set(['adminOutside', 'admin']);
/** Who may read the conversation of the stage. */
const insiders: ReadonlySet<Who> = new Set(['member', 'author', 'admin']);
/** Who may manage it: who started it, and admins who are in it. */
const managers: ReadonlySet<Who> = new Set(['author', 'admin']);

/** What each person gets, from right and scope of the route. */
export function expectedStatuses(route: Route, { status = route.statuses[0], except }: Example): Statuses {
  const derived = people.map((who): [Who, number] => [who, refusalOf(route, who) ?? status]);
  return { ...(Object.fromEntries(derived) as Statuses), ...except };
}

/** `null`: this person has the right. */
function refusalOf({ scope, right }: Pick<Route, 'scope' | 'right'>, who: Who): 401 | 403 | 404 | null {
  if (scope === 'everyone' || scope === 'share') return null;
  if (signedOut.has(who)) return 401;
  switch (scope) {
    case 'team':
      return right === 'manage' && !admins.has(who) ? 403 : null;
    case 'member':
      // The stage asks about somebody else.
      return admins.has(who) ? null : 404;
    case 'conversation':
    case 'artifact':
    case 'content':
      if (!insiders.has(who)) return 404;
      return right === 'manage' && !managers.has(who) ? 403 : null;
  }
}
