import type { ConversationState } from '../core/conversation/conversation-state.ts';
import { attachmentSource } from '../core/vocabulary/ledger/attachments.ts';
import type { KnownSecret } from '../split/secrets/known-secret.ts';
import { createSecretNames } from '../split/secrets/secret-names.ts';
import { loadTokenizer } from '../split/tokenizer.ts';
import type { ViewSettings } from '../tools/make-view.ts';
import type { ViewBudgets } from './view-budgets.ts';

export interface AttachmentDoors {
  knownSecrets: readonly KnownSecret[];
  /** Those that are stored for a workspace. */
  readSecrets(workspace: string): Promise<readonly KnownSecret[]>;
  viewBudgets: Pick<ViewBudgets, 'splitOf'>;
  /** A summarizer failed and was replaced by another. */
  onSplitFault(error: unknown): void;
}

/** How the views of attachments are made in a conversation, before and after they are sent. */
export const attachmentSettings = async (
  { knownSecrets, readSecrets, viewBudgets, onSplitFault }: AttachmentDoors,
  { maskedSecrets, workspace }: Pick<ConversationState, 'maskedSecrets' | 'workspace'>,
): Promise<ViewSettings> => ({
  ...(await viewBudgets.splitOf(attachmentSource)),
  secrets: {
    known: [...knownSecrets, ...(workspace === null ? [] : await readSecrets(workspace))],
    names: createSecretNames(maskedSecrets),
  },
  count: (await loadTokenizer()).count,
  onSplitFault,
});
