import { run } from 'run';
import { z } from 'zod';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { errorMessage } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { runProgramProfile } from '../core/vocabulary/tools/run-program.ts';
import { plural } from '../split/plural.ts';
import { defineTool } from './define-tool.ts';
import type { OfflineWords } from './offline-words.ts';
import { unwrap } from './offline-words.ts';
import type { Tool } from './tool-call.ts';
import type { InnerCall, ToolContext } from './tool-context.ts';
import type { ResultDescription } from './tool-result.ts';

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
      const isText = typeof output === 'string';
      return {
        resultType: 'success',
        fullResult: isText ? output : `${JSON.stringify(output ?? null, null, 1)}\n`,
        description: {
          ...plainText,
          ...(isText ? {} : { type: 'json', mimeType: 'application/json', language: 'json' }),
          title: 'program',
          counts: plural(calls.length, 'call'),
        },
        // What it read and how is for people, and no part of what the model was spared.
        parts: [{ description: ofReport, bytes: Buffer.from(reportOf(code, calls)) }],
      };
    },
  });

const plainText: ResultDescription = {
  ...{ type: 'file', mimeType: 'text/plain', language: null, files: [] },
  ...{ title: 'program', firstLine: 1, exitCode: null, counts: null },
};

const ofReport: ResultDescription = {
  ...plainText,
  ...{
    type: 'markdown',
    mimeType: 'text/markdown',
    language: 'markdown',
    title: 'The program and its calls',
  },
};

interface CallOfProgram {
  toolName: string;
  result: InnerCall;
}

/** For people: what the program called, where the results are, and itself. */
const reportOf = (code: string, calls: readonly CallOfProgram[]): string =>
  [...calls.map(describeCall), '', ...fenced(code)].join('\n');

/** Longer than any fence in the code. */
function fenced(code: string): string[] {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}js`, code, fence];
}

const describeCall = ({ toolName, result }: CallOfProgram): string => {
  const problem = 'error' in result ? result.error : '';
  return `- \`${toolName}\` ${[result.artifactId ?? '', problem].filter((part) => part !== '').join(': ')}`;
};

const maxProblemCharacters = 1_000;

/** A failure has no artifact: the model is told where the results are. */
const withCalls = (problem: string, calls: readonly CallOfProgram[]): string => {
  const ids = calls.flatMap(({ result }) => result.artifactId ?? []);
  const short = cutText(problem, maxProblemCharacters);
  return ids.length === 0 ? short : `${short}\nResults of its calls: ${ids.join(', ')}`;
};

/** Runs it to its end; calls that it did not wait for end with it. */
async function execute(
  code: string,
  { callTool, signal }: Pick<ToolContext, 'callTool' | 'signal'>,
  calls: CallOfProgram[],
): Promise<{ output: unknown; problem: string | null }> {
  const ended = new AbortController();
  const going = new Set<Promise<unknown>>();
  const inTurn = createLimit(limits.programCallsAtOnce);
  let count = 0;
  const call = async (toolName: string, input: unknown) => {
    count += 1;
    if (count > limits.programCalls) {
      return { error: `A program makes at most ${limits.programCalls} calls.` };
    }
    const stop = AbortSignal.any([signal, ended.signal]);
    const result = await inTurn(
      async (): Promise<InnerCall> =>
        stop.aborted
          ? { artifactId: null, error: 'The program has ended.' }
          : await callTool(toolName, input ?? {}, stop),
    );
    calls.push({ toolName, result });
    return 'error' in result ? { error: result.error } : { text: result.text };
  };
  const collected = (toolName: string, input: unknown) => {
    const calling = call(toolName, input);
    going.add(calling);
    return calling;
  };
  try {
    const end = await run({
      source: `${prelude}${code}`,
      hostFunctions: { host: { call: collected } },
      abortSignal: signal,
      limits: {
        timeoutMs: limits.programMs,
        // Ours answer in words.
        ...{
          maxBridgeRequests: 10 * limits.programCalls,
          maxInFlightBridgeRequests: 10 * limits.programCalls,
        },
        ...{
          maxHostFunctionOutputBytes: 2 * limits.programResultBytes,
          maxResultBytes: limits.programResultBytes,
        },
      },
    });
    if (end.status === 'completed') return { output: end.value, problem: null };
    return { output: null, problem: 'The program did not end.' };
  } catch (error) {
    signal.throwIfAborted();
    return { output: null, problem: `The program failed: ${errorMessage(error)}` };
  } finally {
    ended.abort();
    await Promise.allSettled(going);
  }
}

/** Runs at most so many works at the same time; the others wait. */
function createLimit(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** On the line of the program's first, so that its line numbers stay. */
const prelude =
  'const tools = new Proxy({}, { get: (_, name) => name === "then" ? undefined : async (input) => { const result = await host.call(String(name), input); if (result.error !== undefined) throw new Error(result.error); return result.text; } }); ';

const programWords: OfflineWords = {
  help: '`program: return (await tools.read_file({ path: "a.log" })).length`: runs a program that calls tools',
  read(message) {
    const match = /^program\s*:\s*([\s\S]+)$/i.exec(message);
    return match && { code: unwrap(match[1] ?? '') };
  },
};

/** Read by the offline model, which has this tool in no list. */
export const readProgramRequest = programWords.read;
