import { randomBytes, randomUUID } from 'node:crypto';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import {
  durableEvent,
  type EphemeralEvent,
  ephemeralEvent,
  type NewEvent,
} from '#lib/core/vocabulary/events.ts';
import { formatId, type IdPrefix, idBytes } from '#lib/core/vocabulary/ids.ts';
import { answerContext, type CallEntry, type StepEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import type { Share } from '#lib/core/vocabulary/share.ts';
import type { ApiToken } from '#lib/core/vocabulary/team/api-token.ts';
import type { Invite, MemberRecord, Session } from '#lib/core/vocabulary/team/member.ts';
import type { ArtifactStore, NewArtifact } from '#lib/stores/stores.ts';

export const newId = (prefix: IdPrefix): string => formatId(prefix, randomBytes(idBytes));

export const isoAfter = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

const ada = { id: 'member-1', name: 'Ada' };

export const message = (content: string, messageId = 'msg_1'): NewEvent =>
  durableEvent('assistant.message', { messageId, content }, isoAfter(0));

export const delta = (deltaContent: string, offset = 0): EphemeralEvent =>
  ephemeralEvent('assistant.message_delta', { messageId: 'msg_1', deltaContent, offset }, isoAfter(0));

export const sampleConversation = (change: Partial<Conversation> = {}): Conversation => ({
  id: newId('conv'),
  title: 'A conversation',
  workspace: 'vitrine',
  model: 'demo',
  createdAt: isoAfter(0),
  updatedAt: isoAfter(0),
  createdBy: ada,
  audience: 'team',
  archivedAt: null,
  waiting: null,
  worktree: null,
  ...change,
});

export const sampleArtifact = (change: Partial<NewArtifact> = {}): NewArtifact => ({
  id: newId('art'),
  type: 'log',
  form: null,
  title: 'npm test',
  mimeType: 'text/plain',
  firstLine: 1,
  createdAt: isoAfter(0),
  origin: 'tool',
  tool: 'run_and_display',
  arguments: { command: 'npm test' },
  author: ada,
  runId: newId('run'),
  toolCallId: 'call-1',
  conversationId: newId('conv'),
  exitCode: 0,
  durationMs: null,
  stderrLines: [],
  dimensions: null,
  changes: [],
  language: null,
  files: [],
  ...change,
});

export const sampleShare = (change: Partial<Share> = {}): Share => ({
  id: newId('shr'),
  artifactId: newId('art'),
  title: 'npm test',
  audience: 'link',
  lines: null,
  createdAt: isoAfter(0),
  expiresAt: isoAfter(60_000),
  createdBy: ada,
  views: 0,
  maxViews: null,
  lastViewedAt: null,
  commit: null,
  ...change,
});

export const sampleEntry = (change: Partial<CallEntry> = {}): CallEntry => ({
  kind: 'call',
  id: randomUUID(),
  timestamp: isoAfter(0),
  conversationId: newId('conv'),
  conversationTitle: 'A conversation',
  runId: newId('run'),
  toolCallId: 'call-1',
  toolName: 'read_file',
  artifactId: null,
  summarizer: null,
  level: 'balanced',
  widenedTokens: null,
  model: 'demo',
  workspace: 'vitrine',
  member: ada,
  success: true,
  stepId: null,
  title: 'npm test',
  isEstimated: false,
  fullTokens: 1_000,
  sentTokens: 100,
  tokenizer: 'o200k_base',
  recalledTool: null,
  recalledKind: null,
  recalledArtifactId: null,
  recallAsk: null,
  ...answerContext,
  ...change,
});

export const sampleStep = (change: Partial<StepEntry> = {}): StepEntry => ({
  kind: 'step',
  id: randomUUID(),
  timestamp: isoAfter(0),
  conversationId: newId('conv'),
  conversationTitle: 'A conversation',
  runId: newId('run'),
  model: 'demo',
  workspace: 'vitrine',
  member: ada,
  usage: {
    inputTokens: 5_000,
    cacheReadTokens: 0,
    cacheWriteTokens: null,
    outputTokens: 100,
    reasoningTokens: null,
  },
  ...answerContext,
  carried: [{ toolName: 'read_file', avoidedTokens: 900, recallTokens: 0 }],
  overheadTokens: 100,
  isRecall: false,
  countedTokens: 4_900,
  price: { input: 1_000_000, cachedInput: 100_000, cacheWrite: null, output: 4_000_000 },
  ...change,
});

/** Stores bytes as a kept artifact. Returns its ID. */
export async function storeBytes(
  artifacts: ArtifactStore,
  bytes: Uint8Array,
  change: Partial<NewArtifact> = {},
): Promise<string> {
  const artifact = sampleArtifact(change);
  const writer = await artifacts.create(artifact);
  await writer.write(bytes);
  await writer.complete(null);
  return artifact.id;
}

export const sampleMember = (change: Partial<MemberRecord> = {}): MemberRecord => ({
  id: newId('mem'),
  name: 'Ada',
  email: null,
  role: 'member',
  createdAt: isoAfter(0),
  lastSeenAt: null,
  removedAt: null,
  epoch: 1,
  ...change,
});

export const sampleSession = (change: Partial<Session> = {}): Session => ({
  id: newId('ses'),
  memberId: newId('mem'),
  epoch: 1,
  createdAt: isoAfter(0),
  lastSeenAt: isoAfter(0),
  expiresAt: isoAfter(60_000),
  browser: 'Chromium on Linux',
  ...change,
});

export const sampleApiToken = (change: Partial<ApiToken> = {}): ApiToken => ({
  id: newId('tok'),
  memberId: newId('mem'),
  name: 'laptop',
  scopes: ['read', 'show'],
  createdAt: isoAfter(0),
  lastSeenAt: null,
  expiresAt: isoAfter(60_000),
  ...change,
});

export const sampleInvite = (change: Partial<Invite> = {}): Invite => ({
  id: newId('inv'),
  role: 'member',
  memberId: null,
  createdBy: ada,
  createdAt: isoAfter(0),
  expiresAt: isoAfter(60_000),
  ...change,
});
