import { profileOf, type ToolName } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { nameCall, nameCallFirst } from './name-call.ts';
import type { OfflineResult } from './offline-result.ts';
import { code, codeBlock, paragraphs, plainMarkdown } from './write-markdown.ts';

/** Explains why a call failed, in the words the model was given, and what a person can do about it. */
export function answerFailure(result: OfflineResult): string {
  const { view, toolName } = result;
  if (view === 'Stopped before it finished.')
    return `${nameCallFirst(result)} was stopped before it finished.`;
  const reason = reasonOf(toolName, view.trim());
  if (!reason.includes('\n')) return `${couldNot(result)}: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`;
  return paragraphs(`${couldNot(result)}:`, codeBlock(reason.split('\n')));
}

function couldNot(result: OfflineResult): string {
  const profile = profileOf(result.toolName);
  if (!profile || profile.runsCommands) return `${nameCallFirst(result)} did not run`;
  return `I could not ${profile.intent.verb} ${nameCall(result)}`;
}

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
  const areCommandsOff = runsCommands(toolName) && !offered.some(runsCommands);
  return areCommandsOff
    ? 'commands are off on this server. I can still show, read, search and change files.'
    : `${code(toolName)} is switched off on this server.`;
}

const runsCommands = (toolName: string): boolean => profileOf(toolName)?.runsCommands === true;
