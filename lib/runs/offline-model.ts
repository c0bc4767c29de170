import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { withoutSpeaker } from './name-speakers.ts';
import { type OfflineIntent, readOfflineRequest } from './offline-requests.ts';

/**
 * A rule-based interpreter behind the language-model interface: no language model, but it drives the very same tool loop, so
 * that everything but the answers is real. It asks for one tool a message and says in a sentence what came of it.
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

- \`show package.json\` · \`show lines 10-40 of lib/core/ids.ts\`: you see the file, the model gets one line
- \`read README.md\`: the model reads it
- \`find TODO\` · \`find createServer in lib\`: searches the files
- \`list lib\` · \`list all\`: lists a folder, or every file
- \`run npm test\`: runs a command and shows its output as it comes · \`terminal npm init\`: with a terminal that you can take over
- \`python: print(6 * 7)\` · \`node: console.log(process.version)\`: runs a piece of code
- \`edit lib/x.ts: replace "old" with "new"\` · \`create notes.md with "text"\` · \`apply\` and a patch: changes files; each change can be undone from its card
- \`show logo.png\`: shows an image · \`embed https://vimeo.com/76979871\`: a video or a song, loaded when you say so
- \`recall art_… 40-60\` · \`recall art_… some words\`: reads more of an earlier result
- \`quote "some words"\`: tells the lines with these words, of what it has read so far

For real answers set \`OPENAI_API_KEY\` and \`VITRINE_MODEL\` and start again.`;

function answer(prompt: LanguageModelV4Prompt): Answer {
  const last = prompt.at(-1);
  if (last?.role === 'tool') return { text: afterTool(prompt) };
  const intent = readOfflineRequest(last?.role === 'user' ? wordsOf(last.content) : '');
  switch (intent.kind) {
    case 'call':
      return intent;
    case 'quote':
      return { text: quote(prompt, intent.words) };
    case 'help':
      return { text: help };
    case 'unknown':
      return { text: `I am the offline model, no language model, and I did not understand that.\n\n${help}` };
  }
}

/** Says what the tool made of it, in words that hold for any result. */
function afterTool(prompt: LanguageModelV4Prompt): string {
  const last = prompt.at(-1);
  const result =
    last?.role === 'tool' ? last.content.findLast((part) => part.type === 'tool-result') : undefined;
  if (!result) return 'The tool gave no result.';
  const view = result.output.type === 'text' ? result.output.value : '';
  if (result.providerOptions?.vitrine?.isFailure) return `That did not work: ${view}`;
  const artifactId = /art_[a-z2-7]{26}/.exec(view)?.[0];
  const [firstLine = ''] = view.split('\n', 1);
  const all = `I read all of it: ${shorten(firstLine)}`;
  const whole = view === firstLine ? view : all;
  switch (result.toolName) {
    case 'render_file_contents':
    case 'display_image':
    case 'embed_media':
      return artifactId ? `Here it is: ${artifactId}` : whole;
    case 'run_and_display':
      return artifactId ? `It ran. All it printed is in ${artifactId}` : whole;
    case 'edit_file':
    case 'create_file':
    case 'apply_patch':
      return artifactId ? `Done: ${artifactId}` : 'Done.';
    case 'recall_output':
      return `From the earlier result I read ${view.length.toLocaleString('en-US')} characters more.`;
    default:
      return artifactId
        ? `I read a short view of it: ${shorten(firstLine)}. All of it is in ${artifactId}.`
        : all;
  }
}

const mostQuoted = 20;

/** Of what stands in its own context, and from nowhere else: what a view left out it cannot tell. */
function quote(prompt: LanguageModelV4Prompt, words: string): string {
  const found = prompt
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .flatMap((part) =>
      part.type === 'tool-result' && part.output.type === 'text' ? part.output.value.split('\n') : [],
    )
    .filter((line) => line.includes(words));
  if (found.length === 0) return `I have read nothing with "${words}".`;
  return [...new Set(found)].slice(0, mostQuoted).join('\n');
}

const shorten = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

/** What is given with a message stands before its words, and so does who speaks. */
const wordsOf = (content: readonly { type: string }[]): string => {
  const last = content.findLast((part) => 'text' in part && typeof part.text === 'string');
  return withoutSpeaker(last && 'text' in last ? String(last.text) : '');
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
