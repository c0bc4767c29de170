import { delegateProfile } from '../core/vocabulary/tools/delegate.ts';
import { runProgramProfile } from '../core/vocabulary/tools/run-program.ts';
import { delegateWords } from '../tools/delegate.ts';
import type { OfflineInput } from '../tools/offline-words.ts';
import { quotedIn, quotedText } from '../tools/offline-words.ts';
import { readProgramRequest } from '../tools/run-program.ts';
import { runPtyCmd } from '../tools/run-pty-cmd.ts';
import { tools } from '../tools/tools.ts';

/** How the offline model interprets a message: a tool to call, or words to answer with. */
export type OfflineIntent =
  | { kind: 'call'; toolName: string; input: OfflineInput }
  /** Quotes the lines with these words from the results it has read: it knows nothing else. */
  | { kind: 'quote'; words: string }
  /** Runs the tests, in whatever way this workspace has. */
  | { kind: 'tests' }
  | { kind: 'help' }
  | { kind: 'unknown' };

export type OfflineCall = Extract<OfflineIntent, { kind: 'call' }>;

export const requestTool = (toolName: string, input: OfflineInput): OfflineCall => ({
  kind: 'call',
  toolName,
  input,
});

export function readOfflineRequest(message: string): OfflineIntent {
  const text = message.trim().replace(/^please\s+/i, '');
  return readHelp(text) ?? readQuote(text) ?? readTests(text) ?? readCall(text) ?? { kind: 'unknown' };
}

const readHelp = (text: string): OfflineIntent | null =>
  /^(help|hi|hello|what can you do)\b/i.test(text) ? { kind: 'help' } : null;

function readQuote(text: string): OfflineIntent | null {
  const match = new RegExp(`^quote\\s+${quotedText}$`, 'i').exec(text);
  return match && { kind: 'quote', words: quotedIn(match, 1) };
}

/** Before the tools are asked, one of which runs any command. */
function readTests(text: string): OfflineIntent | null {
  const asked =
    /^(?:run|try)\s+(?:all\s+)?(?:the\s+|my\s+)?tests?(?:\s+again)?(?:\s+(?:with|by)\s+`([^`]+)`)?(?:,?\s+(?:and|then)\s.*)?[.?!]*$/i;
  const match = asked.exec(text);
  if (!match) return null;
  return match[1] === undefined ? { kind: 'tests' } : requestTool(runPtyCmd.name, { command: match[1] });
}

/** A message asks for at most one tool. */
function readCall(text: string): OfflineIntent | null {
  const delegation = delegateWords.read(text);
  if (delegation) return requestTool(delegateProfile.name, delegation);
  const program = readProgramRequest(text);
  if (program) return requestTool(runProgramProfile.name, program);
  for (const { name, offline } of tools) {
    const input = offline.read(text);
    if (input) return requestTool(name, input);
  }
  return null;
}
