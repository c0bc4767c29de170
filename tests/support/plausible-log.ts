import fc from 'fast-check';
import {
  type ConversationEvent,
  type DurableType,
  durableEvent,
  type EphemeralType,
  type EventData,
  ephemeralEvent,
  type RunOutcome,
} from '#lib/core/vocabulary/events.ts';
import { sampleEventData } from './sample-events.ts';

/** What a server does next; what makes no sense at the moment is left out. */
interface Move {
  kind:
    | 'say'
    | 'start'
    | 'think'
    | 'answer'
    | 'callTool'
    | 'progress'
    | 'endTool'
    | 'finish'
    | 'rename'
    | 'withdraw'
    | 'rerun'
    | 'replace'
    | 'grow'
    | 'control'
    | 'undo'
    | 'edit'
    | 'sayToTeam'
    | 'regenerate'
    | 'select'
    | 'delete'
    | 'react';
  pick: number;
  text: string;
}

const moves: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom<Move['kind'][]>(
    ...(['say', 'start', 'start', 'think', 'think', 'answer', 'answer', 'callTool', 'callTool'] as const),
    ...(['progress', 'endTool', 'endTool', 'finish', 'rename', 'withdraw'] as const),
    ...(['rerun', 'replace', 'grow', 'grow', 'control', 'undo'] as const),
    ...(['edit', 'sayToTeam', 'regenerate', 'select', 'select', 'delete', 'react'] as const),
  ),
  pick: fc.nat(20),
  text: fc.string({ maxLength: 12 }),
});

const outcomes: RunOutcome[] = ['completed', 'failed', 'aborted', 'interrupted', 'step_limit', 'budget'];

/** The events of one conversation in the order they happen, durable ones and live feedback, as a server writes them. */
export const plausibleLog: fc.Arbitrary<ConversationEvent[]> = fc
  .array(moves, { minLength: 5, maxLength: 60 })
  .map(playLog);

function playLog(steps: Move[]): ConversationEvent[] {
  const log: ConversationEvent[] = [];
  let created = 0;
  const next = (name: string) => {
    created += 1;
    return `${name}_${created}`;
  };
  const timestamp = () => new Date(Date.UTC(2026, 2, 1) + log.length * 1000).toISOString();
  const write = <T extends DurableType>(type: T, data: EventData<T>) =>
    log.push({ ...durableEvent(type, data, timestamp()), id: String(log.length + 1) } as ConversationEvent);
  const report = <T extends EphemeralType>(type: T, data: EventData<T>) =>
    log.push(ephemeralEvent(type, data, timestamp()) as ConversationEvent);

  const waiting: { runId: string; messageId: string; rerunOf: string | null }[] = [];
  const ended: string[] = [];
  /** Messages that are in the thread, and the runs that answered one. */
  const shown: string[] = [];
  const answered: { runId: string; messageId: string }[] = [];
  const by = { id: 'm1', name: 'Ada' };
  const { replaces: _replaces, after: _after, ...plainMessage } = sampleEventData['user.message'];
  let active: string | null = null;
  let rerunOf: string | null = null;
  let streaming = { messageId: '', text: '', reasoning: '' };
  const asked: { toolCallId: string; isRunning: boolean }[] = [];

  const { toolTelemetry } = sampleEventData['artifact.replaced'];
  const endTool = (toolCallId: string) => {
    ended.push(toolCallId);
    const knownFiles = [{ path: `file_${ended.length % 3}`, sha256: toolCallId }];
    write('tool.execution_complete', {
      ...sampleEventData['tool.execution_complete'],
      toolCallId,
      toolTelemetry: { ...toolTelemetry, knownFiles },
    });
  };
  const grow = (toolCallId: string, byteLength: number) =>
    report('tool.execution_partial_result', { toolCallId, artifactId: 'art_g', byteLength, lineCount: 1 });
  const freshMessage = () => {
    streaming = { messageId: next('msg'), text: '', reasoning: '' };
  };

  write('session.start', sampleEventData['session.start']);
  for (const { kind, pick, text } of steps) {
    const call = asked[pick % Math.max(1, asked.length)];
    if (kind === 'say') {
      const message = { runId: next('run'), messageId: next('msg') };
      waiting.push({ ...message, rerunOf: null });
      write('user.message', { ...plainMessage, ...message, content: text });
    } else if (kind === 'rerun' && ended.length > 0) {
      const again = { runId: next('run'), toolCallId: ended[pick % ended.length] ?? '' };
      waiting.push({ runId: again.runId, messageId: '', rerunOf: again.toolCallId });
      write('tool.rerun_requested', { ...again, by });
    } else if (kind === 'edit' && shown.length > 0) {
      const message = { runId: next('run'), messageId: next('msg') };
      const replaces = shown[pick % shown.length] ?? '';
      waiting.push({ ...message, rerunOf: null });
      write('user.message', { ...plainMessage, ...message, replaces, content: text });
    } else if (kind === 'sayToTeam') {
      const messageId = next('msg');
      const after = pick % 2 === 0 ? shown[pick % shown.length] : undefined;
      write('user.message', {
        ...plainMessage,
        messageId,
        runId: null,
        content: text,
        ...(after === undefined ? {} : { after }),
      });
      shown.push(messageId);
    } else if (kind === 'regenerate' && answered.length > 0) {
      const { runId: replaces, messageId } = answered[pick % answered.length] ?? { runId: '', messageId: '' };
      const runId = next('run');
      waiting.push({ runId, messageId, rerunOf: null });
      const continues = replaces;
      write('run.requested', { runId, messageId, ...(pick % 3 === 0 ? { continues } : { replaces }), by });
    } else if (kind === 'select' && shown.length > 0) {
      write('branch.selected', { messageId: shown[pick % shown.length] ?? '', by });
    } else if (kind === 'delete' && shown.length > 0) {
      write('message.deleted', { messageId: shown[pick % shown.length] ?? '', by });
    } else if (kind === 'react' && shown.length > 0) {
      const messageId = shown[pick % shown.length] ?? '';
      write('message.reacted', { messageId, reaction: 'done', isOn: pick % 3 !== 0, by });
    } else if (kind === 'undo') {
      const type = pick % 2 === 0 ? 'change.undone' : 'change.redone';
      write(type, { artifactId: `art_${pick % 3}`, by });
    } else if (kind === 'rename') {
      write('conversation.renamed', { title: text });
    } else if (kind === 'withdraw' && waiting.length > 0) {
      const [gone] = waiting.splice(pick % waiting.length, 1);
      write('run.finished', { runId: gone?.runId ?? '', outcome: 'aborted' });
      if (gone?.rerunOf === null) shown.push(gone.messageId);
    } else if (kind === 'start' && active === null) {
      const first = waiting.shift();
      if (!first) continue;
      const { runId, messageId } = first;
      active = runId;
      rerunOf = first.rerunOf;
      freshMessage();
      write('run.started', { runId, messageId, model: 'demo' });
      if (rerunOf === null) {
        shown.push(messageId);
        answered.push({ runId, messageId });
      }
    }
    if (active === null || kind === 'start') continue;
    if (rerunOf !== null && kind !== 'finish') {
      if (kind === 'grow') grow(rerunOf, pick);
      if (kind === 'replace')
        write('artifact.replaced', {
          ...sampleEventData['artifact.replaced'],
          toolCallId: rerunOf,
          toolTelemetry: { ...toolTelemetry, artifactId: next('art') },
        });
      continue;
    }
    if (kind === 'think' && text !== '') {
      const field = pick % 3 === 0 ? 'reasoning' : 'text';
      const type = field === 'text' ? 'assistant.message_delta' : 'assistant.reasoning_delta';
      const offset = streaming[field].length;
      report(type, { messageId: streaming.messageId, deltaContent: text, offset });
      streaming[field] += text;
    } else if (kind === 'answer') {
      const toolRequests = Array.from({ length: asked.length === 0 ? pick % 4 : 0 }, () => ({
        toolCallId: next('call'),
        name: 'read_file',
        arguments: { path: text },
      }));
      const { messageId, text: content } = streaming;
      write('assistant.message', {
        messageId,
        content,
        ...(toolRequests.length > 0 ? { toolRequests } : {}),
      });
      asked.push(...toolRequests.map(({ toolCallId }) => ({ toolCallId, isRunning: false })));
      freshMessage();
    } else if (kind === 'callTool' && call && !call.isRunning) {
      call.isRunning = true;
      write('tool.execution_start', { toolCallId: call.toolCallId, toolName: 'read_file', arguments: {} });
    } else if (kind === 'progress' && call?.isRunning) {
      report('tool.execution_progress', { toolCallId: call.toolCallId, progressMessage: text });
    } else if (kind === 'grow' && call?.isRunning) {
      grow(call.toolCallId, pick);
    } else if (kind === 'control' && call?.isRunning) {
      report('tool.terminal_control', { toolCallId: call.toolCallId, holder: pick % 3 === 0 ? null : by });
    } else if (kind === 'endTool' && call) {
      asked.splice(asked.indexOf(call), 1);
      endTool(call.toolCallId);
    } else if (kind === 'finish') {
      for (const { toolCallId } of asked.splice(0)) endTool(toolCallId);
      const outcome = outcomes[pick % outcomes.length] ?? 'completed';
      write('run.finished', { runId: active, outcome });
      report('session.idle', {});
      active = null;
      rerunOf = null;
    }
  }
  return log;
}
