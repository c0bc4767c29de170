import { nameCallFirst } from './name-call.ts';
import { type OfflineResult, textArgument } from './offline-result.ts';
import { type CommandView, readCommandView } from './read-command-view.ts';
import { code, codeBlock, list, paragraphs, plainMarkdown } from './write-markdown.ts';

const maxFacts = 5;
const maxPrintedLines = 8;

/** Reports how a command ended, beginning with failures if the view names them. */
export function answerCommand(result: OfflineResult): string {
  const view = readCommandView(result);
  const verdict = view.verdict === '' ? '' : `: ${plainMarkdown(view.verdict)}`;
  const isFollowed = verdict === '' && view.facts.length + view.printed.length > 0;
  return paragraphs(
    `${nameCallFirst(result)} ${howItEnded(view)}${verdict}${isFollowed ? ':' : '.'}`,
    view.facts.length > 0 ? list(view.facts, maxFacts) : null,
    printed(view.printed),
    view.isRead ? pointTo(view) : unread(result, view),
  );
}

function howItEnded({ outcome }: CommandView): string {
  if (outcome === null) return 'has ended, I cannot tell how';
  if (outcome.startsWith('stopped')) return `was ${outcome}`;
  if (outcome === 'exit 0') return 'succeeded';
  return outcome === 'exit 1' ? 'failed' : `failed with ${outcome}`;
}

function printed(lines: readonly string[]): string | null {
  if (lines.length === 0) return null;
  const more = lines.length - maxPrintedLines;
  return paragraphs(
    codeBlock(lines.slice(0, maxPrintedLines)),
    more > 0 ? `… and ${more.toLocaleString('en-US')} more lines.` : null,
  );
}

const pointTo = ({ artifactId }: CommandView): string | null =>
  artifactId === null ? null : `All of its output is in ${artifactId}.`;

/** For a view that shows how the command ended but not why. */
function unread(result: OfflineResult, { artifactId, verdict }: CommandView): string | null {
  if (/\b0 lines$/.test(verdict)) return 'It printed nothing.';
  const where =
    artifactId === null ? 'Its output could not be stored' : `You see its output in ${artifactId}`;
  const asked = code(`terminal ${textArgument(result, 'command')}`);
  return `${where}; I have not read it. For an answer from what it prints, ask ${asked}.`;
}
