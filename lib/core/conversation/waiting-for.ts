import { cutText } from '../algorithms/text/cut-text.ts';
import { hiddenCharacter } from '../algorithms/text/hidden-character.ts';
import { oneLine } from '../algorithms/text/one-line.ts';
import type { Waiting } from '../vocabulary/conversation.ts';
import type { Elicitation } from '../vocabulary/tools/elicitation.ts';
import type { ConversationState, ToolCallState } from './conversation-state.ts';
import { askedCalls } from './permissions.ts';

const subjectCharacters = 80;
const hidden = new RegExp(hiddenCharacter, 'gu');

/** What a conversation waits for people to decide or to answer, the longest waiting first; `null`: nothing. */
export function waitingFor(state: ConversationState): Waiting | null {
  const waiting = [...approvals(state), ...questions(state)];
  return waiting.sort((one, other) => (one.since < other.since ? -1 : 1))[0] ?? null;
}

const approvals = (state: ConversationState): Waiting[] =>
  askedCalls(state).flatMap((call) =>
    call.permission === null
      ? []
      : [
          {
            kind: 'approval',
            subject: subjectOf(call),
            since: call.permission.timestamp,
            answeredBy: call.permission.answeredBy,
            askedBy: askerOf(state, call)?.id ?? null,
          },
        ],
  );

const questions = (state: ConversationState): Waiting[] =>
  Object.values(state.toolCalls).flatMap((call) =>
    call.elicitation === null || call.status === 'complete'
      ? []
      : [
          {
            kind: 'question',
            subject: questionOf(call.elicitation),
            since: call.elicitation.timestamp,
            answeredBy: 'members',
            askedBy: askerOf(state, call)?.id ?? null,
          },
        ],
  );

/** The person whose message the work is for. */
export const askerOf = (
  { activeRunId, runs }: Pick<ConversationState, 'activeRunId' | 'runs'>,
  { client }: Pick<ToolCallState, 'client'>,
): { id: string; name: string } | null =>
  client?.by ?? (activeRunId === null ? null : (runs[activeRunId]?.askedBy ?? null));

/** The command, the path or whatever else a call is about; without any, its tool. */
export function subjectOf({ toolName, permission }: Pick<ToolCallState, 'toolName' | 'permission'>): string {
  const values = Object.values(permission?.arguments ?? {});
  const first = values.find((value) => typeof value === 'string' && value.trim() !== '');
  return plain(typeof first === 'string' ? first : toolName);
}

/** What an MCP server asks, on one line. */
export const questionOf = ({ server, message }: Pick<Elicitation, 'server' | 'message'>): string =>
  plain(`${server}: ${message}`);

const plain = (text: string): string =>
  cutText(
    oneLine(text.slice(0, 1_000))
      .replace(/\p{Cc}/gu, ' ')
      .replace(hidden, '\ufffd'),
    subjectCharacters,
  );
