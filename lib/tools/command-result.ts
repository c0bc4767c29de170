import { coversHost, parseHost } from '../core/vocabulary/network/host.ts';
import type { HostGrant } from '../core/vocabulary/network/host-grant.ts';
import type { HostTraffic, MeasuredTraffic } from '../core/vocabulary/network/host-traffic.ts';
import { createByteMasker, type SecretToMask } from '../split/secrets/byte-masker.ts';
import type { CommandEnd, OutputChunk } from '../workspace/commands.ts';
import { commandNotes } from './command-notes.ts';
import { describeEnd } from './describe-end.ts';
import { createStderrLines } from './stderr-lines.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolSuccess } from './tool-result.ts';

interface Running {
  output: AsyncIterable<OutputChunk>;
  end: Promise<CommandEnd>;
}

/**
 * The result of a running program: its output is streamed from the first byte, and how it ended comes with
 * the last.
 */
export function commandResult(
  running: Running,
  { title, hasInput }: { title: string; hasInput: boolean },
  { commands, hostGrants, workspaceSecrets, setUpNote }: ToolContext,
): ToolSuccess {
  const stderr = createStderrLines();
  async function* bytes() {
    for await (const chunk of withoutSecrets(running.output, workspaceSecrets)) {
      stderr.push(chunk);
      yield chunk.bytes;
    }
  }
  return {
    resultType: 'success',
    fullResult: bytes(),
    description: {
      type: 'terminal',
      title,
      mimeType: 'text/plain',
      language: null,
      files: [],
      firstLine: 1,
      exitCode: null,
      counts: null,
    },
    live: {
      stderrLines: stderr.ranges,
      async ending(edges) {
        const end = await running.end;
        const traffic = end.traffic && masked(withGrantors(end.traffic, hostGrants), workspaceSecrets);
        return {
          exitCode: end.exitCode,
          durationMs: end.durationMs,
          outcome: describeEnd(end),
          notes: [
            ...(setUpNote === null ? [] : [setUpNote]),
            ...commandNotes(edges, commands.status().mode, { ...end, traffic }, hasInput),
          ],
          traffic,
          stderrLines: stderr.ranges(),
        };
      },
    },
  };
}

/** Each stream is read by itself: what one prints in between does not hide a secret of the other. */
async function* withoutSecrets(
  output: AsyncIterable<OutputChunk>,
  secrets: readonly SecretToMask[],
): AsyncIterable<OutputChunk> {
  if (secrets.length === 0) return yield* output;
  const maskers = { stdout: createByteMasker(secrets), stderr: createByteMasker(secrets) };
  for await (const { stream, bytes } of output) {
    const masked = maskers[stream].push(bytes);
    if (masked.byteLength > 0) yield { stream, bytes: masked };
  }
  for (const stream of ['stdout', 'stderr'] as const) {
    const rest = maskers[stream].end();
    if (rest.byteLength > 0) yield { stream, bytes: rest };
  }
}

/** Adds who allowed each host that was reached. */
const withGrantors = (traffic: readonly MeasuredTraffic[], grants: readonly HostGrant[]): HostTraffic[] =>
  traffic.map((row) => {
    const grant = grants.find(({ host }) => {
      const allowed = parseHost(host);
      return allowed !== null && coversHost(allowed, { name: row.host, port: row.port });
    });
    return { ...row, allowedBy: row.refusal === 'not_allowed' ? null : (grant?.by ?? null) };
  });

/** A command can put a secret into the name of a host. */
function masked(traffic: readonly HostTraffic[], secrets: readonly SecretToMask[]): HostTraffic[] {
  return traffic.map((row) => {
    const masker = createByteMasker(secrets);
    const host = Buffer.concat([masker.push(Buffer.from(row.host)), masker.end()]).toString();
    return { ...row, host };
  });
}
