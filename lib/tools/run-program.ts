import { run } from 'run';
import { z } from 'zod';
import { errorMessage } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { runProgramProfile } from '../core/vocabulary/tools/run-program.ts';
import { plural } from '../split/plural.ts';
import { takeTokens } from '../split/take-tokens.ts';
import { defineTool } from './define-tool.ts';
import type { OfflineWords } from './offline-words.ts';
import { unwrap } from './offline-words.ts';
import type { Tool } from './tool-call.ts';
import type { InnerCall, ToolContext } from './tool-context.ts';

/**
 * The tool of code mode, an experiment: the model writes a program that calls other tools, whose full results go to
 * the program; only what it returns goes to the model.
 * @param callable names of our tools that a program may call
 */
export const createRunProgram = (callable: readonly string[]): Tool =>
  defineTool(runProgramProfile, {
    description: `Runs JavaScript that calls tools and returns what you need of their results: to search, compare or combine more than you want to read. await tools.NAME(arguments) gives the whole result as a string, and throws if the call fails. NAME: ${callable.join(', ')}, or a tool of a server. End with return.`,
    offline: programWords,
    inputSchema: z.object({ code: z.string().min(1).max(limits.programCharacters) }),
    textArguments: { code: 'whole' },
    async run({ code }, context) {
      const calls: CallOfProgram[] = [];
      const { output, problem } = await execute(code, context, calls);
      if (problem !== null) return { resultType: 'failure', error: withCalls(problem, calls) };
      const answer = typeof output === 'string' ? output : JSON.stringify(output ?? null, null, 1);
      const view = takeTokens(answer, limits.programAnswerTokens, context.count);
      return {
        resultType: 'success',
        fullResult: reportOf(code, answer, calls),
        description: {
          type: 'markdown',
          title: 'program',
          mimeType: 'text/markdown',
          language: 'markdown',
          files: [],
          firstLine: 1,
          exitCode: null,
          counts: plural(calls.length, 'call'),
        },
        ...(context.isSplit ? { assistantView: view === '' ? 'It returned nothing.' : view } : {}),
        ...(context.isSplit && view !== answer ? { hasMore: true as const } : {}),
      };
    },
  });

interface CallOfProgram {
  toolName: string;
  result: InnerCall;
}

/** For people: what the program returned, what it called, and itself. */
const reportOf = (code: string, answer: string, calls: readonly CallOfProgram[]): string =>
  [fenced(answer, ''), ...calls.map(describeCall), fenced(code, 'js')].join('\n\n');

/** Longer than any fence in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** People find the results by their IDs; the model reads none of them. */
const describeCall = ({ toolName, result }: CallOfProgram): string => {
  const where = result.artifactId ?? ('error' in result ? '' : 'not stored');
  const problem = 'error' in result ? result.error : '';
  return `- \`${toolName}\` ${[where, problem].filter((part) => part !== '').join(': ')}`;
};

/** A failure has no artifact: the model is told where the results are. */
const withCalls = (problem: string, calls: readonly CallOfProgram[]): string => {
  const ids = calls.flatMap(({ result }) => result.artifactId ?? []);
  return ids.length === 0 ? problem : `${problem}\nResults of its calls: ${ids.join(', ')}`;
};

async function execute(
  code: string,
  { callTool, signal }: Pick<ToolContext, 'callTool' | 'signal'>,
  calls: CallOfProgram[],
): Promise<{ output: unknown; problem: string | null }> {
  const call = async (toolName: string, input: unknown) => {
    const result = await callTool(toolName, input ?? {});
    calls.push({ toolName, result });
    return 'error' in result ? { error: result.error } : { text: result.text };
  };
  try {
    const ended = await run({
      source: `${prelude}${code}`,
      hostFunctions: { host: { call } },
      abortSignal: signal,
      limits: {
        timeoutMs: limits.programMs,
        maxBridgeRequests: limits.programCalls,
        maxHostFunctionOutputBytes: 2 * limits.programResultBytes,
      },
    });
    if (ended.status === 'completed') return { output: ended.value, problem: null };
    return { output: null, problem: 'The program did not end.' };
  } catch (error) {
    signal.throwIfAborted();
    return { output: null, problem: `The program failed: ${errorMessage(error)}` };
  }
}

/** On the line of the program's first, so that its line numbers stay. */
const prelude =
  'const tools = new Proxy({}, { get: (_, name) => async (input) => { const result = await host.call(String(name), input); if (result.error !== undefined) throw new Error(result.error); return result.text; } }); ';

const programWords: OfflineWords = {
  help: '`program: return (await tools.read_file({ path: "a.log" })).length`: runs a program that calls tools',
  read(message) {
    const match = /^program\s*:\s*([\s\S]+)$/i.exec(message);
    return match && { code: unwrap(match[1] ?? '') };
  },
};

/** Read by the offline model, which has this tool in no list. */
export const readProgramRequest = programWords.read;
