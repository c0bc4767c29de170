import { limits } from '../core/limits.ts';
import { profileOf } from '../core/vocabulary/tools/tool-profiles.ts';
import { createSecretMasker } from '../split/secrets/secret-masker.ts';
import { textOfArtifact } from '../tools/text-of-artifact.ts';
import type { Tool, ToolCallOutcome } from '../tools/tool-call.ts';
import type { InnerCall } from '../tools/tool-context.ts';
import type { RunRequest } from './run-request.ts';
import { readToolPolicy } from './tool-policy.ts';

/** Calls a tool; its result is an artifact, and no view of it goes to the model. */
type CallForProgram = (
  tool: Tool,
  call: { toolCallId: string; input: unknown; signal: AbortSignal },
) => Promise<ToolCallOutcome>;

/**
 * The calls that a program makes. Each is decided like a call of the model, but nobody is asked: what needs an answer
 * of people has to be called by the model itself.
 */
export function createInnerCalls(
  request: RunRequest,
  toolCallId: string,
  call: CallForProgram,
): (toolName: string, input: unknown, signal: AbortSignal) => Promise<InnerCall> {
  let count = 0;
  return async (toolName, input, signal) => {
    const tool = request.tools.find(({ name }) => name === toolName);
    if (!tool) return refused(`There is no tool ${toolName.slice(0, 80)}.`);
    if (!isForPrograms(tool)) return refused(`A program cannot call ${toolName}: call it yourself.`);
    // As it is now: a program may run for minutes.
    const verdict = (await readToolPolicy(request))({ toolName, input });
    if (verdict.kind === 'deny') return refused(verdict.message);
    if (verdict.kind === 'ask') {
      return refused(`A person has to allow this call of ${toolName}: call it yourself.`);
    }
    count += 1;
    const outcome = await call(tool, { toolCallId: `${toolCallId}-${count}`, input, signal });
    const { artifactId, summarizer } = outcome.toolTelemetry;
    if (!outcome.success) return { artifactId, error: outcome.error?.message ?? 'The call failed.' };
    // What a tool bounded itself is all that a model may have of it.
    const isSummary = artifactId !== null && summarizer !== null;
    const text = isSummary ? await readWhole(request, artifactId) : (outcome.result?.content ?? '');
    return text === null
      ? { artifactId, error: `The result is no text, or too long for a program: ${artifactId}.` }
      : { artifactId, text };
  };
}

const refused = (error: string): InnerCall => ({ artifactId: null, error });

/** Changes, what sub-agents answer, and other programs. */
const notForPrograms = ['diff', 'markdown', 'json'];

/** Programs look: of our tools those that read, and of others those that say that they change nothing. */
export function isForPrograms({ name, changesNothing }: Pick<Tool, 'name' | 'changesNothing'>): boolean {
  const profile = profileOf(name);
  if (profile === null) return changesNothing;
  const isReading = profile.audience === 'model' && profile.runsCommands !== true;
  return isReading && !notForPrograms.includes(profile.shows);
}

/** The whole text, without the secrets that the model may not see. @returns `null`: it is none, or too long */
async function readWhole(
  { settings, secrets, signal }: RunRequest,
  artifactId: string,
): Promise<string | null> {
  const { artifacts } = settings.stores;
  const record = await artifacts.get(artifactId);
  const readable = record && (await textOfArtifact(artifacts, record.metadata, signal));
  if (!readable || readable.metadata.lineCount === null) return null;
  const { byteLength, id } = readable.metadata;
  if (byteLength > limits.programResultBytes) return null;
  const bytes = await readable.artifacts.readBytes(id, 0, byteLength);
  return bytes && createSecretMasker(secrets).mask(new TextDecoder().decode(bytes));
}
