import type { CommandEnd, Commands } from '../commands.ts';
import { WorkspaceError } from '../workspace-error.ts';

export interface GitScript {
  commands: Commands;
  /** The repository it works in: the only folder it sees. */
  root: string;
  /** Conversation whose slot it uses. */
  conversationId: string;
  /** A bash script. */
  text: string;
  timeoutMs: number;
  /** The repository belongs to the server alone, so the script may change everything git reads in it. */
  isTrusted: boolean;
}

export interface ScriptEnd extends CommandEnd {
  stderr: string;
}

const stderrCharacters = 64 * 1024;

/**
 * Runs a script where commands run: git reads files that an agent could write only inside the sandbox.
 * Standard output is passed on in chunks.
 * @throws WorkspaceError `unavailable` if commands are off, and errors of `onOutput`
 */
export async function runGitScript(
  { commands, root, conversationId, text, timeoutMs, isTrusted }: GitScript,
  onOutput: (bytes: Uint8Array) => Promise<void> | void,
): Promise<ScriptEnd> {
  const stop = new AbortController();
  const running = await commands.run({
    root,
    conversationId,
    program: { kind: 'shell', command: text },
    timeoutMs,
    isTrusted,
    signal: stop.signal,
  });
  const decoder = new TextDecoder();
  let stderr = '';
  try {
    for await (const { stream, bytes } of running.output) {
      if (stream === 'stdout') await onOutput(bytes);
      else stderr = (stderr + decoder.decode(bytes, { stream: true })).slice(-stderrCharacters);
    }
  } catch (error) {
    stop.abort();
    await running.end;
    throw error;
  }
  return { ...(await running.end), stderr };
}

/**
 * Returns the output as one buffer. @throws WorkspaceError `too_large` beyond `max` bytes; `unavailable` if
 * the script fails
 */
export async function readGitScript(script: GitScript, max: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  const end = await runGitScript(script, (bytes) => {
    byteLength += bytes.byteLength;
    if (byteLength > max) throw new WorkspaceError('too_large', `More than ${max / 1024 / 1024} MiB`);
    chunks.push(bytes);
  });
  expectSuccess(end);
  return Buffer.concat(chunks);
}

/** @throws WorkspaceError `unavailable` with git's message */
export function expectSuccess({ exitCode, stoppedBy, stderr }: ScriptEnd): void {
  if (exitCode === 0 && stoppedBy === null) return;
  if (exitCode === 127) throw new WorkspaceError('unavailable', 'Git is not installed where commands run');
  const message = stderr.split('\n').find((line) => /^(fatal|error):/.test(line));
  const why = stoppedBy === null ? (message ?? `exit ${exitCode}`) : `stopped by its limit (${stoppedBy})`;
  throw new WorkspaceError('unavailable', `Git failed: ${why.slice(0, 300)}`);
}
