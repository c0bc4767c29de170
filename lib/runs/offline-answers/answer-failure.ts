import type { ToolName } from '../../core/tool-names.ts';
import { nameCall } from './name-call.ts';
import type { OfflineResult } from './offline-result.ts';
import { code, codeBlock, paragraphs, plainMarkdown } from './write-markdown.ts';

/** Explains why a call failed, in the words the model was given, and what a person can do about it. */
export function answerFailure(result: OfflineResult): string {
  const { view, toolName } = result;
  if (view === 'Stopped before it finished.') return `${nameCall(result)} was stopped before it finished.`;
  const reason = reasonOf(toolName, view.trim());
  if (!reason.includes('\n')) return `${couldNot(result)}: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`;
  return paragraphs(`${couldNot(result)}:`, codeBlock(reason.split('\n')));
}

const verbs = {
  render_file_contents: 'show',
  display_image: 'show',
  embed_media: 'embed',
  read_file: 'read',
  list_files: 'list',
  grep_file: 'search for',
  edit_file: 'change',
  create_file: 'create',
  apply_patch: 'apply',
  recall_output: 'read more of',
} as const satisfies Partial<Record<ToolName, string>>;

function couldNot(result: OfflineResult): string {
  const { toolName } = result;
  if (isCommandTool(toolName)) return `${nameCall(result)} did not run`;
  return `I could not ${verbs[toolName]} ${nameCall(result).replace(/^The /, 'the ')}`;
}

type CommandTool = Exclude<ToolName, keyof typeof verbs>;
const commandTools = ['run_and_display', 'run_pty_cmd', 'execute_code'] as const satisfies CommandTool[];
const isCommandTool = (name: ToolName): name is CommandTool => commandTools.some((tool) => tool === name);

function reasonOf(toolName: ToolName, view: string): string {
  if (/^Denied: this team does not let \S+ run\./.test(view)) {
    return `this team does not allow ${code(toolName)}. An admin can allow it on the Tools page.`;
  }
  const refused = /^Refused by ([^:]+?)(?:\.|: (.*))$/.exec(view);
  if (refused) {
    const words = refused[2] === undefined ? '' : `: ${plainMarkdown(refused[2])}`;
    return `${plainMarkdown(refused[1] ?? '')} refused it${words}`;
  }
  if (view.startsWith('Not run: a person must allow this first')) {
    return 'a person must allow it first, and it is too long for them to check. Ask for it in smaller parts.';
  }
  const offered = /^There is no tool \S+\. There are: (.*)\.$/.exec(view)?.[1];
  if (offered !== undefined) return whyNotOffered(toolName, offered.split(', '));
  return view.includes('\n') ? view : plainMarkdown(view);
}

/** If one of the command tools is missing, it is disabled; if all are, commands are. */
function whyNotOffered(toolName: ToolName, offered: readonly string[]): string {
  const areCommandsOff = isCommandTool(toolName) && !commandTools.some((tool) => offered.includes(tool));
  return areCommandsOff
    ? 'commands are off on this server. I can still show, read, search and change files.'
    : `${code(toolName)} is switched off on this server.`;
}
