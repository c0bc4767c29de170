import { afterAll } from 'vitest';
import { answerContext, type CallEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { noActivity } from '#lib/core/vocabulary/no-activity.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import type { Tool, ToolCallOutcome, ToolCallRequest } from '#lib/tools/tool-call.ts';
import type { ToolContext } from '#lib/tools/tool-context.ts';
import { tools } from '#lib/tools/tools.ts';
import type { Commands } from '#lib/workspace/commands.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { newId } from '../contracts/samples.ts';
import { tempFolder, writeFiles } from './temp-folder.ts';

const { count } = await loadTokenizer();

let commands: Commands | null = null;

/** The real sandbox, made when a test first calls a tool. */
function sharedCommands(): Commands {
  commands ??= createCommands({ mode: 'auto' });
  return commands;
}

export type CallChange = Partial<Omit<ToolCallRequest, 'context'>> & { context?: Partial<ToolContext> };

/** A workspace with files, the real store, and the tools called as a run calls them. */
export interface ToolBench {
  root: string;
  stores: Stores;
  conversationId: string;
  /** What was told to the server's log. */
  failures: unknown[];
  request(change?: CallChange): ToolCallRequest;
  call(tool: string | Tool, input: unknown, change?: CallChange): Promise<ToolCallOutcome>;
  /** The text the model got of a call that must succeed. */
  resultOf(tool: string | Tool, input: unknown, change?: CallChange): Promise<string>;
  /** The bytes of a call's artifact. */
  bytesOf(outcome: ToolCallOutcome): Promise<Buffer>;
  recorded(): Promise<CallEntry[]>;
  /** Moves the clock on. */
  pass(milliseconds: number): void;
}

export function toolBench(files: Record<string, string | Uint8Array> = {}): ToolBench {
  const root = tempFolder();
  writeFiles(root, files);
  let passedMs = 0;
  const nowMs = () => Date.now() + passedMs;
  const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs });
  afterAll(async () => {
    await stores.close();
    await commands?.close();
    // The next file may be run by the same process.
    commands = null;
  });
  const workspace = openWorkspace(root);
  const conversationId = newId('conv');
  const failures: unknown[] = [];
  let calls = 0;

  const bench: ToolBench = {
    root,
    stores,
    conversationId,
    failures,
    request({ context, ...change } = {}) {
      calls += 1;
      return {
        toolName: 'a_tool',
        input: {},
        toolCallId: `call-${calls}`,
        runId: 'run_bench',
        stepId: 'run_bench:msg_1',
        entryContext: {
          conversationId,
          conversationTitle: 'A conversation',
          model: 'demo',
          workspace: workspace.name,
          member: { id: 'm1', name: 'Ada' },
          ...answerContext,
        },
        level: 'balanced',
        budgetTokens: null,
        widened: new Map(),
        canRecall: true,
        readLifetime: async () => 1_800,
        summarizerOf: () => 'grep',
        isRerun: false,
        activity: noActivity,
        secrets: { known: [], names: createSecretNames() },
        ledger: stores.ledger,
        newArtifactId: () => newId('art'),
        nowMs,
        onPartial: () => {},
        onStorageFailure: (error) => failures.push(error),
        onSplitFault: (error) => failures.push(error),
        ...change,
        context: {
          workspace,
          conversationId,
          artifacts: stores.artifacts,
          mayRecall: async (artifact) => artifact.conversationId === conversationId,
          signal: new AbortController().signal,
          count,
          commands: sharedCommands(),
          hostGrants: [],
          workspaceSecrets: [],
          callTool: async () => ({ artifactId: null, error: 'no tools here' }),
          delegate: () => Promise.reject(new Error('nobody to delegate to')),
          setUpNote: null,
          environment: { folder: null, toolchains: [], variables: {} },
          attachTerminal: () => () => {},
          elicit: async () => ({ id: 'x', action: 'cancel' }),
          knownVersion: () => undefined,
          earlierCalls: () => [],
          createMask: () => (text) => text,
          reportProgress: () => {},
          hasVision: false,
          readMediaTitle: async () => null,
          ...context,
        },
      };
    },
    async call(tool, input, change) {
      const found = typeof tool === 'string' ? tools.find(({ name }) => name === tool) : tool;
      if (!found) throw new Error(`there is no tool ${tool}`);
      return await found.call(bench.request({ toolName: found.name, input, ...change }));
    },
    async resultOf(tool, input, change) {
      const outcome = await bench.call(tool, input, change);
      if (!outcome.success) throw new Error(outcome.error?.message);
      return outcome.result?.content ?? '';
    },
    async bytesOf({ toolTelemetry: { artifactId } }) {
      const record = artifactId === null ? null : await stores.artifacts.get(artifactId);
      if (!record) throw new Error('the call stored nothing');
      const { id, byteLength } = record.metadata;
      return Buffer.from((await stores.artifacts.readBytes(id, 0, byteLength)) ?? []);
    },
    async recorded() {
      const entries = await stores.ledger.list('2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z');
      return entries.filter((entry) => entry.kind === 'call');
    },
    pass(milliseconds) {
      passedMs += milliseconds;
    },
  };
  return bench;
}
