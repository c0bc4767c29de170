import type { Conversation } from '../core/vocabulary/conversation.ts';

/**
 * Documents of an index are marked with who may read them, by the IDs of members, and with what may change of
 * them. No member has an ID like these two.
 */
export const teamMark = 'team';
export const keptMark = 'kept';

/** Who may read a conversation: the same as `may` says. */
export const readersOf = ({ audience, createdBy }: Pick<Conversation, 'audience' | 'createdBy'>): string[] =>
  audience === 'team' ? [teamMark] : [...new Set([createdBy.id, ...audience])];
