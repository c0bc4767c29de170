import type { EventData, EventType, ToolTelemetry } from '../../lib/core/events.ts';

const ada = { id: 'm1', name: 'Ada' };

const toolTelemetry: ToolTelemetry = {
  artifactId: null,
  type: null,
  title: null,
  lineCount: null,
  byteLength: null,
  summarizer: null,
  fullTokens: null,
  fullTokensEstimated: true,
  sentTokens: 3,
  tokenizer: 'o200k_base',
  relation: 'summary',
  exitCode: 1,
  notes: ['network is off in this workspace'],
  dimensions: { width: 640, height: 480 },
  masked: [{ name: 'github token #1', fingerprint: '0123456789ab', count: 2 }],
  knownFiles: [
    { path: 'src/a.ts', sha256: 'a'.repeat(64) },
    { path: 'gone.txt', sha256: null },
  ],
};

/** Data of each type of event, with everything in it that may be there. */
export const sampleEventData: { [T in EventType]: EventData<T> } = {
  'session.start': { model: 'demo', workspace: 'vitrine', git: { branch: null, commit: 'a'.repeat(40) } },
  'user.message': {
    messageId: 'msg_a',
    runId: 'run_a',
    clientMessageId: 'c1',
    content: 'show me\u0000 日本語 👩‍👩‍👧',
    author: ada,
    attachments: [{ artifactId: 'art_a', lines: 'L1-L2', title: 'a.txt', givenId: 'art_g', tokens: 12 }],
  },
  'run.started': { runId: 'run_a', messageId: 'msg_a', model: 'demo' },
  'run.finished': { runId: 'run_a', outcome: 'failed', error: { code: 'x', message: 'y' } },
  'assistant.message': {
    messageId: 'msg_b',
    content: '',
    toolRequests: [{ toolCallId: 't1', name: 'read_file', arguments: { path: 'a', deep: [1, null, {}] } }],
    parentToolCallId: 't0',
  },
  'tool.execution_start': { toolCallId: 't1', toolName: 'read_file', arguments: null },
  'tool.execution_complete': {
    toolCallId: 't1',
    success: true,
    resultType: 'success',
    result: { content: 'view' },
    error: { message: 'm', code: 'c' },
    sessionLog: 'log',
    durationMs: 1.5,
    toolTelemetry,
  },
  'tool.rerun_requested': { runId: 'run_b', toolCallId: 't1', by: ada },
  'artifact.replaced': {
    artifactId: 'art_a',
    toolCallId: 't1',
    by: ada,
    durationMs: 2.5,
    toolTelemetry: { ...toolTelemetry, artifactId: 'art_b' },
  },
  'change.undone': { artifactId: 'art_a', by: ada },
  'change.redone': { artifactId: 'art_a', by: ada },
  'artifact.kept': { artifactId: 'art_a', expiresAt: null, by: ada },
  'artifact.released': { artifactId: 'art_a', expiresAt: '2026-03-01T12:30:00.000Z', by: ada },
  'session.error': { code: 'x', message: 'y' },
  'conversation.renamed': { title: 'T' },
  'assistant.message_delta': { messageId: 'msg_b', deltaContent: 'hi', offset: 0 },
  'assistant.reasoning_delta': { messageId: 'msg_b', deltaContent: 'hm', offset: 0 },
  'tool.execution_progress': { toolCallId: 't1', progressMessage: '50 %' },
  'tool.execution_partial_result': {
    toolCallId: 't1',
    artifactId: 'art_a',
    byteLength: 12,
    lineCount: null,
  },
  'tool.terminal_control': { toolCallId: 't1', holder: ada },
  'assistant.usage': {
    model: 'demo',
    inputTokens: 1,
    outputTokens: null,
    cacheReadTokens: null,
    duration: 2,
  },
  'session.idle': {},
};
