import { type ChosenSetUp, chosenSetUpOf, type SetUpState } from '../core/vocabulary/environment/set-up.ts';
import { maxSetUpCharacters, setUpPath } from '../core/vocabulary/environment/set-up-file.ts';
import type { ToolTelemetry } from '../core/vocabulary/events.ts';
import { approvalFor } from '../core/vocabulary/tools/approval.ts';
import { runAndDisplay } from '../tools/run-and-display.ts';
import type { ToolCallOutcome } from '../tools/tool-call.ts';
import { lockFiles } from '../workspace/file-locks.ts';
import { setUpStates } from '../workspace/set-up-states.ts';
import { sha256Of } from '../workspace/sha256-of.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isWorkspaceError } from '../workspace/workspace-error.ts';
import type { RunSettings } from './run-settings.ts';

/** A set-up downloads and builds. */
const maxSeconds = 600;

/** The script that prepares a workspace for commands, as it is now. */
export interface SetUpScript {
  text: string;
  sha256: string;
  /** An admin wrote it on the page; otherwise it is the file, which an agent can write. */
  isOfPage: boolean;
}

/** `null`: the workspace has none. */
export async function readSetUpScript(
  workspace: Workspace,
  { script }: Pick<ChosenSetUp, 'script'>,
): Promise<SetUpScript | null> {
  const text = script ?? (await readScriptFile(workspace));
  if (text === null) return null;
  return { text, sha256: sha256Of(Buffer.from(text)), isOfPage: script !== null };
}

/** A file that is too long, or no file, is none: `null`. */
async function readScriptFile(workspace: Workspace): Promise<string | null> {
  try {
    const file = await workspace.openFile(setUpPath);
    try {
      if (file.byteLength > maxSetUpCharacters) return null;
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.chunks()) chunks.push(chunk);
      return Buffer.concat(chunks).toString('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isWorkspaceError(error)) return null;
    throw error;
  }
}

interface SetUpNeeds {
  settings: Pick<RunSettings, 'stores' | 'readApprovals' | 'nowMs'>;
  workspace: Workspace;
  conversationId: string;
  /** Folder of the workspace's environment; `null`: it has none, and so no state. */
  environment: string | null;
  /** Aborted when nobody waits for the call any more. */
  signal: AbortSignal;
  /** Runs a command for people to watch, within the call that waits for it. */
  run(input: { command: string; timeoutSeconds: number }): Promise<ToolCallOutcome>;
}

export interface SetUpResult {
  /** For the model and people, with each command until it is mended. */
  note: string | null;
  /** What ran just now. */
  telemetry: Pick<ToolTelemetry, 'setUp'>;
}

/**
 * Runs the set-up of a workspace before a command, once for each version of its script. Commands that come meanwhile
 * wait. A set-up that fails stops nothing: the command says so.
 */
export async function setUpWorkspace(needs: SetUpNeeds): Promise<SetUpResult> {
  const { settings, workspace, environment } = needs;
  const nothing: SetUpResult = { note: null, telemetry: {} };
  if (environment === null) return nothing;
  const chosen = chosenSetUpOf(await settings.stores.settings.get(), workspace.name);
  const script = await readSetUpScript(workspace, chosen);
  if (script === null) return nothing;
  const work = lockFiles([`set-up\0${workspace.root}`], async () => {
    if (needs.signal.aborted) return nothing;
    const last = await setUpStates.read(environment, workspace.root);
    if (last?.sha256 === script.sha256) return { note: noteOf(last), telemetry: {} };
    const mayRun = script.isOfPage || chosen.allowed === script.sha256 || (await runsUnasked(settings));
    if (!mayRun) return { note: notAllowed, telemetry: {} };
    const state = await runScript(needs, script);
    if (state === null) return nothing;
    // Without a record it runs once more: no reason to fail the command.
    await setUpStates.write(environment, workspace.root, state).catch(() => {});
    const { artifactId, outcome, durationMs } = state;
    return { note: noteOf(state), telemetry: { setUp: { artifactId, outcome, durationMs } } };
  });
  // The set-up of another conversation may take long: a call that is stopped does not wait for it.
  const stopped = Promise.withResolvers<SetUpResult>();
  const stop = () => stopped.resolve(nothing);
  needs.signal.addEventListener('abort', stop, { once: true });
  return await Promise.race([work, stopped.promise]).finally(() =>
    needs.signal.removeEventListener('abort', stop),
  );
}

/** Where people are asked before a command runs, they are asked about this one too: on the page. */
const runsUnasked = async ({ readApprovals }: SetUpNeeds['settings']): Promise<boolean> =>
  approvalFor(await readApprovals(), runAndDisplay.name) === 'auto';

const notAllowed = `${setUpPath} did not run: nobody allowed this version on the page of the workspace`;

const noteOf = ({ exitCode, outcome }: SetUpState): string | null =>
  exitCode === 0 ? null : `the set-up of the workspace failed (${outcome})`;

/** `null`: it did not run to an end of its own, and runs again with the next command. */
async function runScript(
  { run, settings, conversationId, signal }: SetUpNeeds,
  { text, sha256 }: SetUpScript,
): Promise<SetUpState | null> {
  // Not the file, which somebody may have exchanged since it was looked at.
  const { success, toolTelemetry, durationMs } = await run({ command: text, timeoutSeconds: maxSeconds });
  const { exitCode, outcome = '', artifactId } = toolTelemetry;
  // Stopped by a person, a policy or with the server: nothing is known of it.
  if (!success || typeof exitCode !== 'number' || signal.aborted) return null;
  const endedAt = new Date(settings.nowMs()).toISOString();
  return { sha256, exitCode, outcome, durationMs, endedAt, conversationId, artifactId };
}
