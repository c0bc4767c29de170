import { isDeepStrictEqual } from 'node:util';
import { emptyConversation } from '#lib/core/conversation/conversation-state.ts';
import { reduceEvent } from '#lib/core/conversation/reduce-events.ts';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import { ofType } from '../support/conversations.ts';
import type { History, SentMessage, Viewing } from './history.ts';

/** A statement that does not hold. */
export interface Violation {
  /** `lost`: what was confirmed is not there. `torn`: what follows from that, where it does; wrong where nothing was lost. */
  kind: 'lost' | 'torn' | 'wrong';
  text: string;
}

const lost = (text: string): Violation => ({ kind: 'lost', text });
const torn = (text: string): Violation => ({ kind: 'torn', text });
const wrong = (text: string): Violation => ({ kind: 'wrong', text });

/** What holds after every fault, once it is over and all is quiet. An empty list: all of it does. */
export function checkHistory(history: History): Violation[] {
  const { sent, logs, viewings } = history;
  return [
    ...sent.flatMap((message) => checkMessage(history, message)),
    ...[...logs].flatMap(([id, log]) => [
      ...checkAuthors(history, id, log),
      ...checkEnds(log),
      ...checkCalls(log),
    ]),
    ...viewings.flatMap((viewing) => checkViewing(logs.get(viewing.conversationId) ?? [], viewing)),
    ...checkAnswers(history),
    ...checkLedger(history),
    ...checkArtifacts(history),
    ...history.processes.map((command) => wrong(`a command of an ended run still runs: ${command}`)),
    ...history.hangs.map(wrong),
    ...checkRecovery(history),
    ...history.leaks.map((path) => wrong(`${path} was answered to somebody who may not see it`)),
  ];
}

/** An accepted message is in the conversation once, as it was accepted; another one at most once. */
function checkMessage({ logs }: History, message: SentMessage): Violation[] {
  const { conversationId, clientMessageId, text, accepted } = message;
  const found = ofType(logs.get(conversationId) ?? [], 'user.message').filter(
    ({ data }) => data.clientMessageId === clientMessageId,
  );
  const [event] = found;
  if (event === undefined)
    return accepted.length === 0
      ? []
      : [lost(`message ${clientMessageId} was accepted, and is not in the log`)];
  if (found.length > 1) return [wrong(`message ${clientMessageId} is in the log ${found.length} times`)];
  const { data } = event;
  if (data.content !== text) return [wrong(`message ${clientMessageId} has another text`)];
  const isAsAccepted = accepted.every(
    ({ messageId, runId }) => data.messageId === messageId && data.runId === runId,
  );
  return isAsAccepted ? [] : [lost(`message ${clientMessageId} was accepted under other IDs`)];
}

/** Once the faults are over, whoever sends a message is answered; and some faults end no run at all. */
function checkRecovery(history: History): Violation[] {
  const unanswered = history.sent.filter(
    (message) =>
      message.isLast && (message.accepted.length === 0 || completedRunOf(history, message) === null),
  );
  const interrupted = [...history.logs.values()]
    .flatMap((log) => ofType(log, 'run.finished'))
    .filter(({ data }) => data.outcome === 'interrupted');
  return [
    ...(history.sent.some(({ isLast }) => isLast) ? [] : [wrong('nothing was sent after the faults')]),
    ...unanswered.map(({ clientMessageId }) =>
      wrong(`message ${clientMessageId}, sent after the faults, was not answered`),
    ),
    ...(history.endsNoRun
      ? interrupted.map(({ data }) =>
          wrong(`run ${data.runId} was interrupted: ${data.error?.message ?? 'no reason given'}`),
        )
      : []),
  ];
}

/** Nothing is in the log that nobody sent. */
function checkAuthors({ sent }: History, conversationId: string, log: DurableEvent[]): Violation[] {
  const known = new Set(
    sent.filter((each) => each.conversationId === conversationId).map((each) => each.clientMessageId),
  );
  return ofType(log, 'user.message')
    .filter(({ data }) => !known.has(data.clientMessageId ?? ''))
    .map(({ data }) => torn(`nobody sent message ${data.messageId}`));
}

/** Every run that was asked for has ended once, and no other run has. */
function checkEnds(log: DurableEvent[]): Violation[] {
  const asked = ofType(log, 'user.message').flatMap(({ data }) => data.runId ?? []);
  const ended = ofType(log, 'run.finished').map(({ data }) => data.runId);
  return [
    ...asked.flatMap((runId) => {
      const count = ended.filter((each) => each === runId).length;
      return count === 1 ? [] : [torn(`run ${runId} has ended ${count} times`)];
    }),
    ...ended
      .filter((runId) => !asked.includes(runId))
      .map((runId) => torn(`nobody asked for run ${runId}, which has ended`)),
  ];
}

/** A call that was started has one result, so that the next request to the model is complete. */
function checkCalls(log: DurableEvent[]): Violation[] {
  const completed = ofType(log, 'tool.execution_complete').map(({ data }) => data.toolCallId);
  return ofType(log, 'tool.execution_start').flatMap(({ data }) => {
    const count = completed.filter((id) => id === data.toolCallId).length;
    return count === 1 ? [] : [torn(`call ${data.toolCallId} has ${count} results`)];
  });
}

/** What a viewer has received is the log, each event once and in order; what it showed meanwhile came true. */
function checkViewing(log: DurableEvent[], { conversationId, events }: Viewing): Violation[] {
  const received = events.filter((event) => event.id !== null);
  const ids = received.map(({ id }) => id);
  if (new Set(ids).size < ids.length) return [torn(`a viewer of ${conversationId} received an event twice`)];
  const index = received.findIndex((event, at) => event.id !== log[at]?.id);
  if (index !== -1 || received.length !== log.length) {
    const where = index === -1 ? '' : `, event ${index + 1} is another one`;
    return [
      lost(`a viewer of ${conversationId} received ${received.length} of ${log.length} events${where}`),
    ];
  }
  // In any order of fields: versions of the server differ in it.
  if (!isDeepStrictEqual(received, log)) return [wrong(`a viewer of ${conversationId} received other data`)];
  return checkWords(log, conversationId, events);
}

/** Words that a viewer was shown are in the message that they became, also if that was broken off. */
function checkWords(log: DurableEvent[], conversationId: string, events: Viewing['events']): Violation[] {
  const final = new Map(ofType(log, 'assistant.message').map(({ data }) => [data.messageId, data.content]));
  const shown = new Map<string, string>();
  let state = emptyConversation;
  for (const event of events) {
    state = reduceEvent(state, event);
    if (state.live !== null && state.live.text !== '') shown.set(state.live.messageId, state.live.text);
  }
  return [...shown]
    .filter(([messageId, text]) => final.get(messageId)?.startsWith(text) !== true)
    .map(([messageId, text]) =>
      torn(`a viewer of ${conversationId} was shown words that ${messageId} does not have: ${text}`),
    );
}

/** The run of a message, if it ended well. */
function completedRunOf({ logs }: History, { conversationId, clientMessageId }: SentMessage): string | null {
  const log = logs.get(conversationId) ?? [];
  const message = ofType(log, 'user.message').find(({ data }) => data.clientMessageId === clientMessageId);
  const end = ofType(log, 'run.finished').find(({ data }) => data.runId === message?.data.runId);
  return end?.data.outcome === 'completed' ? end.data.runId : null;
}

/** A completed run says exactly what the model answered. */
function checkAnswers(history: History): Violation[] {
  return history.sent.flatMap((message) => {
    const runId = completedRunOf(history, message);
    if (runId === null) return [];
    const answers = history.answers.filter((each) => each.clientMessageId === message.clientMessageId);
    const texts = answers.map(({ text }) => text);
    const log = history.logs.get(message.conversationId) ?? [];
    const isSaid = ofType(log, 'assistant.message').some(({ data }) => texts.includes(data.content));
    return isSaid ? [] : [lost(`run ${runId} completed without the answer of the model`)];
  });
}

/** The ledger has what the model server reported once at most, and all of it for completed runs. */
export function checkLedger(history: History): Violation[] {
  const reported = new Set(history.answers.map(({ outputTokens }) => outputTokens));
  const recorded = history.ledger
    .map(({ usage }) => usage.outputTokens ?? 0)
    .filter((tokens) => reported.has(tokens));
  const twice = recorded.filter((tokens, index) => recorded.indexOf(tokens) !== index);
  const missing = history.sent.flatMap((message) => {
    const runId = completedRunOf(history, message);
    if (runId === null) return [];
    return history.answers
      .filter(({ clientMessageId }) => clientMessageId === message.clientMessageId)
      .filter(({ outputTokens }) => !recorded.includes(outputTokens))
      .map(({ outputTokens }) =>
        lost(`${outputTokens} tokens of completed run ${runId} are not in the ledger`),
      );
  });
  return [
    ...twice.map((tokens) => wrong(`${tokens} tokens are in the ledger twice`)),
    ...missing,
    ...checkSteps(history),
  ];
}

/** A request to the model is one step at most, also where its answer was cut off and its tokens are estimated. */
function checkSteps({ sent, requests, ledger }: History): Violation[] {
  const conversationOf = new Map(sent.map((each) => [each.clientMessageId, each.conversationId]));
  return [...new Set(conversationOf.values())].flatMap((id) => {
    const made = requests.filter((messageId) => conversationOf.get(messageId) === id).length;
    const recorded = ledger.filter(({ conversation }) => conversation?.id === id).length;
    return recorded <= made
      ? []
      : [wrong(`the ledger has ${recorded} steps of ${id}, where the model was asked ${made} times`)];
  });
}

/** An artifact is readable until its promised end, as it was written. */
function checkArtifacts({ artifacts }: History): Violation[] {
  return artifacts.flatMap(({ artifactId, status, text, expected, byteLength }) => {
    if (status === 404 || status === 410) return [lost(`artifact ${artifactId} is gone: ${status}`)];
    if (status !== 200) return [wrong(`artifact ${artifactId} is not readable: ${status}`)];
    const isWhole = expected === null ? Buffer.byteLength(text) === byteLength : text === expected;
    return isWhole ? [] : [wrong(`artifact ${artifactId} has another content`)];
  });
}
