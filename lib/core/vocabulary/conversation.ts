import { z } from 'zod';
import { limits } from '../limits.ts';

/** The whole team, or the author and only the members with these IDs. */
export const audienceSchema = z.union([z.literal('team'), z.array(z.string()).max(limits.audienceMembers)]);
export type Audience = z.infer<typeof audienceSchema>;

/** A copy of the workspace's repository that only one conversation works in. */
const worktreeSchema = z.object({
  branch: z.string(),
  /** The commit from which the copy was made, or to which it was updated. */
  commit: z.string(),
  /** The commit that its changes are compared to: where it began, or what was last merged. */
  base: z.string(),
  /** Files in which the last update left both versions, to be resolved. */
  conflicts: z.array(z.string()).optional(),
  /** ID of the disk that it is on; absent where an earlier version made it. */
  disk: z.string().optional(),
});
export type Worktree = z.infer<typeof worktreeSchema>;

/** A decision or an answer that a conversation waits for. */
export const waitingSchema = z.object({
  /** `approval`: of a call; `question`: an MCP server's. */
  kind: z.enum(['approval', 'question']),
  /** What it is about, on one line: a command, a path, a question. */
  subject: z.string(),
  since: z.iso.datetime(),
  answeredBy: z.enum(['members', 'admins']),
  /** ID of the member whose message it is for; `null`: not known. */
  askedBy: z.string().nullable(),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** A conversation as the list shows it; its content is its event log. Times are ISO 8601, UTC. */
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
    /** When it was archived (it can still be read and restored); `null`: it is not archived. */
    archivedAt: z.iso.datetime().nullable().default(null),
    /** `null`: it waits for nobody. */
    waiting: waitingSchema.nullable().default(null),
    /** `null`: it works in the workspace itself. */
    worktree: worktreeSchema.nullable().default(null),
    /** The last commit of its changes that was pushed, and where to: the next one follows it. */
    pushed: z
      .object({
        branch: z.string(),
        /** `null`: none yet. */
        commit: z.string().nullable(),
        /** That is being pushed: if this server ends meanwhile, the other one may have it. */
        pending: z.string().optional(),
      })
      .optional(),
    /** Set only for the recorded example: when it was recorded. That conversation works in its own folder. */
    recordedAt: z.iso.datetime().optional(),
    /** Set only for a fork: the conversations whose artifacts its messages name, the nearest one first. */
    forkedFrom: z.array(z.string()).optional(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversationSchema>;

/** A conversation as it appears in one member's list. */
export const listedConversationSchema = conversationSchema
  .extend({
    isPinned: z.boolean(),
    /** Messages and answers that the member has not read, of others; they are counted up to 100. */
    unreadCount: z.int(),
    /** An unread message mentions the member. */
    isMentioned: z.boolean(),
    /** Who did so, and when; absent where it is not known. */
    mention: z.object({ by: z.string(), at: z.iso.datetime() }).optional(),
    /** The agent is at work, or about to be. */
    isWorking: z.boolean(),
    /** What it waits for is the member's to answer. */
    isWaitingForMe: z.boolean(),
  })
  .meta({ id: 'ListedConversation' });
export type ListedConversation = z.infer<typeof listedConversationSchema>;

export const untitled = 'New conversation';
