import type { Conversation } from '../conversation.ts';

/** Admins read the audit log but must not see into private conversations, so their titles are left out. */
export const auditedConversation = ({
  id,
  title,
  audience,
}: Pick<Conversation, 'id' | 'title' | 'audience'>): { id: string; name: string } => ({
  id,
  name: audience === 'team' ? title : 'Private conversation',
});
