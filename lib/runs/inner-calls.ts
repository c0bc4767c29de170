import { limits } from '../core/limits.ts';
import type { Activity } from '../core/vocabulary/activity.ts';
import { delegateProfile } from '../core/vocabulary/tools/delegate.ts';
import { runProgramProfile } from '../core/vocabulary/tools/run-program.ts';
import { profileOf } from '../core/vocabulary/tools/tool-profiles.ts';
import { createSecretMasker } from '../split/secrets/secret-masker.ts';
import { textOfArtifact } from '../tools/text-of-artifact.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { InnerCall } from '../tools/tool-context.ts';
import type { RunRequest } from './run-request.ts';
import { readToolPolicy } from './tool-policy.ts';

/** Calls a tool for people's eyes: its result is an artifact, and no view of it goes to the model. */
type CallForProgram = (
  tool: Tool,
  call: { toolCallId: string; input: unknown; within: Activity },
) => Promise<{ artifactId: string | null; content: string; success: boolean }>;

/**
 * The calls that a program makes. Each is decided like a call of the model, but nobody is asked: what needs an answer
 * of people has to be called by the model itself.
 */
export function createInnerCalls(
  request: RunRequest,
  { toolCallId, within, call }: { toolCallId: string; within: Activity; call: CallForProgram },
): (toolName: string, input: unknown) => Promise<InnerCall> {
  let policy: ReturnType<typeof readToolPolicy> | null = null;
  let count = 0;
  return async (toolName, input) => {
    const tool = request.tools.find(({ name }) => name === toolName);
    if (!tool) return refused(`There is no tool ${toolName.slice(0, 80)}.`);
    if (!isForPrograms(toolName)) return refused(`A program cannot call ${toolName}: call it yourself.`);
    policy ??= readToolPolicy(request);
    const verdict = (await policy)({ toolName, input });
    if (verdict.kind === 'deny') return refused(verdict.message);
    if (verdict.kind === 'ask') {
      return refused(`A person has to allow this call of ${toolName}: call it yourself.`);
    }
    count += 1;
    const outcome = await call(tool, { toolCallId: `${toolCallId}-${count}`, input, within });
    const { artifactId } = outcome;
    if (!outcome.success) return { artifactId, error: outcome.content };
    const text = artifactId === null ? outcome.content : await readWhole(request, artifactId);
    return text === null
      ? { artifactId, error: `The result is no text, or too long for a program: ${artifactId}.` }
      : { artifactId, text };
  };
}

const refused = (error: string): InnerCall => ({ artifactId: null, error });

/** Programs look; what is shown to people, changes files or works on its own is not for them. */
export function isForPrograms(toolName: string): boolean {
  const profile = profileOf(toolName);
  if (profile === null) return true;
  const isOther =
    profile.shows === 'diff' ||
    profile.name === delegateProfile.name ||
    profile.name === runProgramProfile.name;
  return profile.audience === 'model' && !isOther;
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
