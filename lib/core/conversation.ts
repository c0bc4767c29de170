import { z } from 'zod';
import { cutText } from './cut-text.ts';
import { limits } from './limits.ts';

/** Everybody of the team, or besides its author only the members with these IDs. */
export const audienceSchema = z.union([z.literal('team'), z.array(z.string()).max(limits.audienceMembers)]);
export type Audience = z.infer<typeof audienceSchema>;

/** A copy of the workspace's repository that one conversation alone works in. */
const worktreeSchema = z.object({
  branch: z.string(),
  /** Of the workspace, where the copy began. */
  commit: z.string(),
  /** What its changes are told against: where it began, and after a merge what was merged. */
  base: z.string(),
});
export type Worktree = z.infer<typeof worktreeSchema>;

/** What the list of conversations shows of one; its content is its event log. Times are ISO 8601, UTC. */
export const conversationSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    /** Name of the workspace folder it is bound to. */
    workspace: z.string(),
    model: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    createdBy: z.object({ id: z.string(), name: z.string() }),
    audience: audienceSchema.default('team'),
    /** Since when it is put away, to be read and brought back; `null`: it is not. */
    archivedAt: z.iso.datetime().nullable().default(null),
    /** `null`: it works in the workspace itself. */
    worktree: worktreeSchema.nullable().default(null),
    /** Of the recorded example alone: when it was recorded. It works in a folder of its own. */
    recordedAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversationSchema>;

/** As a member's list shows it. */
export const listedConversationSchema = conversationSchema
  .extend({
    isPinned: z.boolean(),
    /** Somebody else wrote something that the member has not read. */
    isUnread: z.boolean(),
    /** The member is mentioned in what is unread. */
    isMentioned: z.boolean(),
  })
  .meta({ id: 'ListedConversation' });
export type ListedConversation = z.infer<typeof listedConversationSchema>;

export const untitled = 'New conversation';

/** A title from the first message: its first line, cut at a word. */
export function titleFromMessage(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? '';
  if (line.length <= 60) return line || untitled;
  const wordEnd = line.slice(0, 60).lastIndexOf(' ');
  return `${cutText(line, Math.max(wordEnd, 40))}…`;
}
