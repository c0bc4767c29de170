import { toolLabel } from '../tools/mcp-name.ts';
import type { AttachmentEntry, CallEntry } from './ledger.ts';

/** Stands for a tool where results are grouped by the tool they came from: what members gave came from none. */
export const attachmentSource = 'attachment';

/** The name of a group of results on the page. */
export const sourceLabel = (toolName: string): string =>
  toolName === attachmentSource ? 'Given by people' : toolLabel(toolName);

/** What a member gave, counted by the rules of results. */
export const callOfAttachment = ({
  kind: _kind,
  messageId,
  textArtifactId: _text,
  ...entry
}: AttachmentEntry): CallEntry => ({
  ...entry,
  kind: 'call',
  toolCallId: messageId,
  stepId: null,
  toolName: attachmentSource,
  success: true,
  recalledTool: null,
  recalledKind: null,
  recalledArtifactId: null,
  recallAsk: null,
});
