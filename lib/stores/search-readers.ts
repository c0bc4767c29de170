import type { Conversation } from '../core/vocabulary/conversation.ts';

/** Stands for everybody among the readers of a conversation; no member has this ID. */
export const teamReader = 'team';

/** Who may read a conversation, as `may` says: the whole team, or members by their IDs. */
export const readersOf = ({ audience, createdBy }: Pick<Conversation, 'audience' | 'createdBy'>): string[] =>
  audience === 'team' ? [teamReader] : [...new Set([createdBy.id, ...audience])];
