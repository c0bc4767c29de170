import { type OpenAiServer, type ScriptedReply, startOpenAiServer } from '../support/openai-server.ts';
import { heard } from '../support/stage.ts';
import type { ModelAnswer } from './history.ts';

export const modelFaults = {
  'is overloaded': { status: 429 },
  'has an error': { status: 500 },
  'ends in the middle': { breaks: 'ends' } as const,
  'loses the connection': { breaks: 'disconnects' } as const,
  'sends what cannot be read': { breaks: 'garbles' } as const,
  hangs: { hangs: true },
  'names arguments that are no JSON': { toolCalls: [{ name: 'read_file', arguments: '{"path": ' }] },
} satisfies Record<string, ScriptedReply>;
export type ModelFault = keyof typeof modelFaults;

/** What a message asks the scripted model to do. */
export type Plan = 'say' | 'read' | 'command' | 'wait';

export interface FaultyModel {
  url: string;
  /** All that were given whole. */
  answers: ModelAnswer[];
  /** By the message that each request was about, answered or not. */
  requests: string[];
  setFault(fault: ModelFault | null): void;
  /** How many requests have felt a fault since it was set. */
  faultCount(): number;
  close(): Promise<void>;
}

export interface MessageOrder {
  id: string;
  plan: Plan;
}

/** The words of a message, from which the model knows what to do. */
export const orderText = (order: MessageOrder): string => JSON.stringify(order);

export const planFile = 'numbers.txt';
const words = 'one two three four five six seven eight nine ten eleven twelve';

/**
 * A model that does what the last message asks it to, a step at a time, and reports output tokens by which each answer is
 * known. @param round names the commands of this round
 */
export async function startFaultyModel(round: () => string): Promise<FaultyModel> {
  const answers: ModelAnswer[] = [];
  const requests: string[] = [];
  let fault: ModelFault | null = null;
  let count = 0;
  let faultCount = 0;
  const server: OpenAiServer = await startOpenAiServer((request) => {
    const order = JSON.parse(heard(request)) as MessageOrder;
    const messages = request.body.messages as { role: string }[];
    const isLast = messages.at(-1)?.role === 'tool' || order.plan === 'say';
    count += 1;
    requests.push(order.id);
    const reply: ScriptedReply = isLast
      ? { text: `${order.id}: ${words}`, delayMs: 40 }
      : { text: '', toolCalls: [callOf(order.plan, round())] };
    if (fault !== null) {
      faultCount += 1;
      return { text: `${order.id}: ${words}`, usage: null, ...modelFaults[fault] };
    }
    const outputTokens = 100_000 + count;
    const answer = { clientMessageId: order.id, outputTokens, text: isLast ? (reply.text ?? '') : null };
    return {
      ...reply,
      usage: { prompt_tokens: 1_000, completion_tokens: outputTokens },
      onEnd: () => answers.push(answer),
    };
  });
  return {
    url: server.url,
    answers,
    requests,
    setFault(next) {
      fault = next;
      faultCount = 0;
    },
    faultCount: () => faultCount,
    close: () => server.close(),
  };
}

/** What such a command prints, if nothing cuts it off. */
export const commandOutput = (round: string): string =>
  `${[round, ...Array.from({ length: 2_000 }, (_, at) => at + 1)].join('\n')}\n`;

function callOf(plan: Plan, round: string): { name: string; arguments: unknown } {
  if (plan === 'read') return { name: 'render_file_contents', arguments: { path: planFile } };
  const seconds = plan === 'wait' ? 4 : 1;
  return {
    name: 'run_and_display',
    // What it leaves behind goes with its sandbox; the last word keeps a shell there that names the round.
    arguments: { command: `echo ${round}; (sleep 600; :) & sleep ${seconds}; seq 1 2000` },
  };
}
