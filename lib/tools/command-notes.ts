import type { CommandStatus } from '../core/vocabulary/command-status.ts';
import type { MeasuredTraffic } from '../core/vocabulary/network/host-traffic.ts';
import { refusals } from '../core/vocabulary/network/refusals.ts';
import type { CommandEnd } from '../workspace/commands.ts';

/** Messages of resolvers and libraries when there is no network. */
const networkComplaints =
  /EAI_AGAIN|ENETUNREACH|Temporary failure in name resolution|Could not resolve (?:host|proxy)|Name or service not known|Network is unreachable|unable to resolve host address|failed to lookup address/i;

/** Messages of git and shells when the sandbox protects a repository. */
const gitComplaints =
  /could not (?:lock|write) config file .*: (?:Device or resource busy|Read-only file system)|\.git(?:\/[^\s':]*)?'?: Read-only file system/;

const gitIsProtected =
  "git's settings and hooks are read-only here, and only folders below the workspace's root can become repositories";

export const networkIsOff = 'network is off: the call names no hosts';

const maxRefusals = 5;

/** `not reached: cdn.example.org (not allowed)` */
function refusalNotes(traffic: readonly MeasuredTraffic[]): string[] {
  const refused = traffic.flatMap(({ host, port, refusal }) =>
    refusal === null ? [] : [`${host}:${port} (${refusals[refusal]})`],
  );
  if (refused.length === 0) return [];
  const more = refused.length > maxRefusals ? [`${refused.length - maxRefusals} more`] : [];
  const names = [...refused.slice(0, maxRefusals), ...more].join(', ');
  return [`not reached: ${names}`];
}

/** Notes about a command besides how it ended, from the start and end of its output. */
export function commandNotes(
  { head, tail }: { head: string; tail: string },
  mode: CommandStatus['mode'],
  { stoppedBy, traffic }: Pick<CommandEnd, 'stoppedBy' | 'traffic'>,
  hasInput: boolean,
): string[] {
  const says = (complaints: RegExp) => mode === 'bwrap' && (complaints.test(head) || complaints.test(tail));
  return [
    ...(traffic === null && says(networkComplaints) ? [networkIsOff] : []),
    ...(traffic === null ? [] : refusalNotes(traffic)),
    ...(says(gitComplaints) ? [gitIsProtected] : []),
    ...(stoppedBy === 'timeout' && !hasInput ? ['no input comes here: run_pty_cmd has a terminal'] : []),
  ];
}
