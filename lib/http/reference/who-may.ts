import type { Act } from '#lib/core/vocabulary/rights.ts';
import type { Route } from '../routing/define-route.ts';

const ofConversation: Record<Act, string> = {
  read: 'Everyone who can read the conversation',
  write: 'Everyone who can write in the conversation',
  manage: 'The person who started the conversation, and admins who can read it',
};

/** Which API tokens may use a route, in words. */
export const tokenThatMay = ({ token }: Pick<Route, 'token'>): string =>
  token === null ? 'no API token' : `API tokens with the scope \`${token}\``;

/** Who may use a route, in words. */
export function whoMay({ scope, right }: Pick<Route, 'scope' | 'right'>): string {
  switch (scope) {
    case 'everyone':
      return 'Everyone, without signing in';
    case 'share':
      return 'Everyone who has the link; for a share with the team, every member who has it';
    case 'team':
      return right === 'read' ? 'Every member of the team' : 'Admins';
    case 'member':
      return 'The member, and admins';
    case 'conversation':
      return ofConversation[right];
    case 'artifact':
      return ofConversation[right].replace('the conversation', 'the conversation of the artifact');
    case 'content':
      return 'Everyone who can read the conversation of the artifact; before it is sent, its uploader';
  }
}
