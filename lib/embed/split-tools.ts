import type { FlexibleSchema, Tool, ToolExecutionOptions, ToolSet } from 'ai';
import { errorMessage } from '../core/errors.ts';
import { recallOutputProfile } from '../core/vocabulary/tools/recall-output.ts';
import { artifactsOfStore } from './artifacts-of-store.ts';
import { createCallRequests } from './call-requests.ts';
import { checkOptions } from './check-options.ts';
import type { ExecutableTool } from './perform.ts';
import { recallTool } from './recall-tool.ts';
import type { ResultKind } from './result-kind.ts';
import type { SplitOutput } from './split-output.ts';
import type { SplitStore } from './split-store.ts';
import { splitTool } from './split-tool.ts';

export interface SplitToolsOptions<Name extends string = string> {
  /** Where the results are kept. */
  store: SplitStore;
  /** How much the model reads at once: about 120, 400 or 1,200 tokens. `balanced`, unless it is given. */
  level?: 'minimal' | 'balanced' | 'conservative' | undefined;
  /**
   * The results that `recall_output` reads are those of this conversation. Give one when several people share a store.
   * Without, they are all that were stored without, and what is known of them goes with their bytes.
   */
  conversationId?: string | undefined;
  /** How long results last; `null`: until their conversation is deleted. Half an hour, unless it is given. */
  ttlSeconds?: number | null | undefined;
  /** What the results of a tool are, where its arguments (`command`, `path`) do not tell. */
  kinds?: { readonly [ToolName in Name]?: ResultKind | undefined } | undefined;
  /** Called when a result could not be stored, or a summarizer failed: the call goes on. A warning of the process, unless it is given. */
  onError?: ((error: unknown) => void) | undefined;
}

export interface RecallInput {
  artifactId: string;
  lines?: string | null | undefined;
  query?: string | null | undefined;
  jsonPath?: string | null | undefined;
  maxTokens?: number | null | undefined;
}

/** In brackets, so that a tool of any of the kinds that `tool()` may return is taken as one. */
type SplitTool<One> = [One] extends [{ type: 'provider' }]
  ? One
  : [One] extends [
        {
          inputSchema: FlexibleSchema<infer Input>;
          execute: (input: never, options: ToolExecutionOptions<infer Context>) => unknown;
        },
      ]
    ? Tool<Input, SplitOutput, Plain<Context>>
    : One;

/** Without what the SDK marks types with, which it does not infer from. */
type Plain<Context> = { [Key in keyof Context]: Context[Key] };

/** The same tools, whose results are split, and one that reads more of a result. */
export type SplitTools<Tools extends ToolSet> = {
  [Name in keyof Tools]: SplitTool<Tools[Name]>;
} & { recall_output: Tool<RecallInput, string> };

const defaultTtlSeconds = 1_800;
/** A callback that throws does not make the call fail. */
const quietly = (onError: (error: unknown) => void) => (error: unknown) => {
  try {
    onError(error);
  } catch (failure) {
    warn(failure);
  }
};
const warn = (error: unknown) => process.emitWarning(errorMessage(error));

/**
 * Splits the result of every call: the model reads a short view and an ID, all of it is in the store. A tool that the
 * provider defines, and one without `execute`, is left as it is.
 * @throws TypeError when an option is wrong, or one of the tools has the name of the one that is added
 */
export function splitTools<Tools extends ToolSet>(
  tools: Tools,
  options: SplitToolsOptions<keyof Tools & string>,
): SplitTools<Tools> {
  const { store, kinds = {}, level = 'balanced', conversationId = '', onError = warn } = options;
  const { ttlSeconds = defaultTtlSeconds } = options;
  checkOptions({ level, conversationId: options.conversationId, ttlSeconds, kinds });
  const added = recallOutputProfile.name;
  if (Object.hasOwn(tools, added)) throw new TypeError(`${added} is the name of the tool that is added`);
  const artifacts = artifactsOfStore(store);
  const requestOf = createCallRequests({
    artifacts,
    level,
    ttlSeconds,
    conversationId,
    onError: quietly(onError),
  });
  const split = Object.entries(tools).map(([name, tool]) => [
    name,
    isExecutable(tool) ? splitTool(name, tool, kindOf(kinds, name), requestOf) : tool,
  ]);
  return { ...Object.fromEntries(split), [added]: recallTool(requestOf) } as SplitTools<Tools>;
}

/** What a provider defines has a result of a shape that the provider expects. */
const isExecutable = (tool: Pick<Tool, 'type' | 'execute'>): tool is ExecutableTool =>
  tool.type !== 'provider' && tool.execute !== undefined;

const kindOf = (kinds: Readonly<Record<string, ResultKind | undefined>>, name: string) =>
  Object.hasOwn(kinds, name) ? kinds[name] : undefined;
