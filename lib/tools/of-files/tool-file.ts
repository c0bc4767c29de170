import type { z } from 'zod';

/** A tool of a file that `toolFiles` names: what its `defineTool` takes. */
export interface ToolOfFile<Input = Record<string, unknown>> {
  /** Lower-case letters, digits and `_`; no name of a built-in tool. */
  name: string;
  /** For the model: what it does, and when to use it. */
  description: string;
  /** A zod schema, which its input is checked with, or JSON Schema, which it is not. */
  parameters: z.ZodType<Input> | Readonly<Record<string, unknown>>;
  /** It changes nothing, so that nobody is asked. Default: people are asked before each call. */
  changesNothing?: boolean;
  handler(input: Input, invocation: ToolInvocation): ToolFileResult | Promise<ToolFileResult>;
}

export interface ToolInvocation {
  toolName: string;
  conversationId: string;
  /** The workspace's folder. */
  workspace: string;
  /** Aborted when the run is stopped. */
  signal: AbortSignal;
  /** Shows people a message while it runs. */
  reportProgress(message: string): void;
}

/** Text, which is the result for people and, unless it is split, for the model; or the parts of a result. */
export type ToolFileResult = string | StructuredResult;

export interface StructuredResult {
  /** What the model reads. */
  textResultForLlm: string;
  /** What people see; default: the same. */
  fullResult?: string;
  /** The first image is shown to people, and to a model that sees. Not together with `fullResult`. */
  binaryResultsForLlm?: readonly { data: string; mimeType: string; type?: string; description?: string }[];
  resultType?: 'success' | 'failure' | 'rejected' | 'denied';
  /** Why it failed. */
  error?: string;
  /** For people alone. */
  sessionLog?: string;
  /** Kept with the call, up to 8 KiB as JSON. */
  toolTelemetry?: Readonly<Record<string, unknown>>;
}
