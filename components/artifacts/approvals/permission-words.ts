import type { PermissionAnswer } from '../../../lib/core/conversation-state.ts';

const intents: Readonly<Record<string, string>> = {
  run_and_display: 'run a command',
  run_pty_cmd: 'run a command',
  execute_code: 'run code',
  edit_file: 'change a file',
  apply_patch: 'apply a patch',
  create_file: 'create a file',
  read_file: 'read a file',
  render_file_contents: 'show a file',
  display_image: 'show an image',
  embed_media: 'show a video or a track',
  list_files: 'list files',
  grep_file: 'search the files',
  recall_output: 'read more of a result',
};

/** What the agent asks to do: `The agent asks to run a command`. */
export const formatIntent = (toolName: string): string =>
  `The agent asks to ${intents[toolName] ?? `call ${toolName}`}`;

/** Who has to answer, as the current reader should see it. */
export function formatWaiting(answeredBy: 'members' | 'admins', isTeam: boolean): string {
  if (!isTeam) return 'waits for you';
  return answeredBy === 'admins' ? 'waits for an admin' : 'waits for any member';
}

/** `Bob allowed it`, `Bob refused it: not now`. */
export function formatAnswer({ result, by, reason }: PermissionAnswer, memberId: string): string {
  if (result === 'denied') return 'The team’s policy no longer allows this';
  const name = by?.id === memberId ? 'You' : (by?.name ?? 'Somebody');
  const verb = result === 'approved' ? 'allowed this' : 'refused this';
  return reason === null ? `${name} ${verb}` : `${name} ${verb}: ${reason}`;
}
