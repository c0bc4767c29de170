import { hasView } from '../core/conversation/attached-view.ts';
import { countedTokens } from '../core/conversation/carried.ts';
import { attachmentSource } from '../core/vocabulary/ledger/attachments.ts';
import { type Account, entryContextOf } from './ledger-entries-of-calls.ts';
import type { RunSettings } from './run-settings.ts';

/**
 * Records what a member gave with the message of a run, when the run takes it. Recording it again, after a
 * restart, changes nothing.
 */
export async function recordAttachments(
  account: Account,
  { ledger, nowMs, viewBudgets }: Pick<RunSettings, 'ledger' | 'nowMs' | 'viewBudgets'>,
): Promise<void> {
  const { runId, log } = account;
  const message = log.state.items.find((item) => item.kind === 'user' && item.runId === runId);
  const views = message?.kind === 'user' ? message.attachments.filter(hasView) : [];
  if (message?.kind !== 'user' || views.length === 0) return;
  const { level } = await viewBudgets.splitOf(attachmentSource);
  for (const { artifactId, textArtifactId, title, telemetry } of views) {
    await ledger.record({
      kind: 'attachment',
      ...entryContextOf(account),
      id: `${runId}:${textArtifactId}`,
      timestamp: new Date(nowMs()).toISOString(),
      runId,
      messageId: message.messageId,
      artifactId,
      textArtifactId,
      title,
      summarizer: telemetry.summarizer,
      level,
      widenedTokens: telemetry.widenedTokens ?? null,
      fullTokens: countedTokens(true, telemetry),
      isEstimated: telemetry.fullTokensEstimated === true,
      sentTokens: telemetry.sentTokens,
      tokenizer: telemetry.tokenizer,
    });
  }
}
