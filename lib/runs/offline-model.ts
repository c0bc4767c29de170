import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type Json, jsonSchema } from '../core/vocabulary/json.ts';
import { toolNames } from '../core/vocabulary/tools/tool-profiles.ts';
import { listFiles } from '../tools/list-files.ts';
import { runPtyCmd } from '../tools/run-pty-cmd.ts';
import { tools } from '../tools/tools.ts';
import { isContinuationLine } from './continuation-line.ts';
import { withoutServerLines } from './name-speakers.ts';
import { answerResult } from './offline-answers/answer-result.ts';
import { type OfflineIntent, readOfflineRequest, requestTool } from './offline-requests.ts';
import { testCommands } from './test-commands.ts';

/**
 * A rule-based interpreter behind the language-model interface: not a language model, but it drives the same
 * tool loop, so that everything except the answers is real. Its answers about a result use only the view it
 * was sent.
 */
export const offlineModel: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'vitrine',
  modelId: 'offline',
  supportedUrls: {},
  async doGenerate() {
    throw new Error('The offline model only streams.');
  },
  async doStream({ prompt }) {
    return { stream: streamOf(answer(prompt)) };
  },
};

type Answer = { text: string } | Extract<OfflineIntent, { kind: 'call' }>;

const help = `I am the offline model: I follow simple rules and drive the real tools, so that you can try everything here without a key. I understand:

${[
  '`run the tests`: runs them and tells what fails',
  ...tools.map(({ offline }) => offline.help),
  '`quote "some words"`: tells the lines with these words, of what it has read so far',
]
  .map((line) => `- ${line}`)
  .join('\n')}

For real answers set \`OPENAI_API_KEY\` and \`VITRINE_MODEL\` and start again.`;

function answer(prompt: LanguageModelV4Prompt): Answer {
  const last = prompt.at(-1);
  if (last?.role === 'tool') return afterTool(prompt);
  const intent = askedOf(prompt);
  switch (intent.kind) {
    case 'call':
      return intent;
    case 'tests':
      return requestTool(listFiles.name, {});
    case 'quote':
      return { text: quote(prompt, intent.words) };
    case 'help':
      return { text: help };
    case 'unknown':
      return { text: `I am the offline model, no language model, and I did not understand that.\n\n${help}` };
  }
}

/** Continues from the latest result: to the next step of the request, or to an answer. */
function afterTool(prompt: LanguageModelV4Prompt): Answer {
  const last = prompt.at(-1);
  const result =
    last?.role === 'tool' ? last.content.findLast((part) => part.type === 'tool-result') : undefined;
  const toolName = toolNames.find((name) => name === result?.toolName);
  if (!result || toolName === undefined) return { text: 'The tool gave no result.' };
  const view = result.output.type === 'text' ? result.output.value : '';
  const isFailure = result.providerOptions?.vitrine?.isFailure === true;
  if (toolName === listFiles.name && !isFailure && askedOf(prompt).kind === 'tests') return runTests(view);
  return {
    text: answerResult({ toolName, arguments: argumentsOf(prompt, result.toolCallId), view }, isFailure),
  };
}

/** Chooses how to run tests from the names in the folder. */
function runTests(listing: string): Answer {
  const names = listing.split(/[\s,{}]+/);
  const way = testCommands.find(({ file }) => names.includes(file));
  if (way) return requestTool(runPtyCmd.name, { command: way.command });
  return {
    text: `I see nothing here that says how the tests are run (${testFiles}). Name the command: \`terminal make test\`.`,
  };
}

const testFiles = [...new Set(testCommands.map(({ file }) => file))].join(', ');

function argumentsOf(prompt: LanguageModelV4Prompt, toolCallId: string): { [key: string]: Json } {
  const calls = prompt.flatMap((message) => (message.role === 'assistant' ? message.content : []));
  const call = calls.find((part) => part.type === 'tool-call' && part.toolCallId === toolCallId);
  const input = call?.type === 'tool-call' ? jsonSchema.safeParse(call.input).data : null;
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
}

/** The intent of the person's last message. */
function askedOf(prompt: LanguageModelV4Prompt): OfflineIntent {
  const message = prompt.findLast((one) => one.role === 'user' && !isContinuationLine(wordsOf(one.content)));
  return readOfflineRequest(message?.role === 'user' ? wordsOf(message.content) : '');
}

const maxQuoted = 20;

/** Quotes only from its own context: what a view left out is not known to it. */
function quote(prompt: LanguageModelV4Prompt, words: string): string {
  const found = prompt
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .flatMap((part) =>
      part.type === 'tool-result' && part.output.type === 'text' ? part.output.value.split('\n') : [],
    )
    .filter((line) => line.includes(words));
  if (found.length === 0) return `I have read nothing with "${words}".`;
  return [...new Set(found)].slice(0, maxQuoted).join('\n');
}

/** A message's words come after its attachments and its speaker line. */
const wordsOf = (content: readonly { type: string }[]): string => {
  const last = content.findLast((part) => 'text' in part && typeof part.text === 'string');
  return withoutServerLines(last && 'text' in last ? String(last.text) : '');
};

function streamOf(answer: Answer): ReadableStream<LanguageModelV4StreamPart> {
  const parts = [...partsOf(answer)];
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
}

const noTokens = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function* partsOf(answer: Answer): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  if ('text' in answer) {
    yield { type: 'text-start', id: 'text' };
    for (const delta of answer.text.match(/\S+\s*|\s+/g) ?? [])
      yield { type: 'text-delta', id: 'text', delta };
    yield { type: 'text-end', id: 'text' };
    yield { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: noTokens };
    return;
  }
  const toolCallId = `call_${crypto.randomUUID().replaceAll('-', '')}`;
  yield { type: 'tool-call', toolCallId, toolName: answer.toolName, input: JSON.stringify(answer.input) };
  yield { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool-calls' }, usage: noTokens };
}
