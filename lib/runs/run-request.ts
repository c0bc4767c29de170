import type { Activity } from '../core/vocabulary/activity.ts';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import type { ConversationSecrets } from '../split/secrets/secret-masker.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ConversationLog } from './conversation-log.ts';
import type { Model } from './models.ts';
import type { RunSettings } from './run-settings.ts';

/** One run, with everything it needs. */
export interface RunRequest {
  runId: string;
  conversation: Conversation;
  author: Pick<Member, 'id' | 'name'>;
  log: ConversationLog;
  model: Model;
  /** Of the model; `null`: not known. */
  windowTokens: number | null;
  workspace: Workspace;
  tools: readonly Tool[];
  /** Names of tools whose definitions are not sent. */
  deferred: ReadonlySet<string>;
  /** One list of names per run, so that concurrent calls of a step never use a name twice. */
  secrets: ConversationSecrets;
  settings: RunSettings;
  activity: Activity<'run'>;
  /** Aborted to stop the run. */
  signal: AbortSignal;
}
