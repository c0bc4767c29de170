import { canonicalJson } from '../algorithms/canonical-json.ts';
import { traitsOf } from '../vocabulary/artifact-types.ts';
import { profileOf } from '../vocabulary/tools/tool-profiles.ts';
import { type EarlierRun, runsOf, type ToolCallState } from './conversation-state.ts';

/** Other results of the same command, file or call that an artifact belongs to, newest first. */
export function comparableRuns(
  toolCalls: Readonly<Record<string, ToolCallState>>,
  artifactId: string,
): EarlierRun[] {
  const calls = Object.values(toolCalls).filter(({ result }) => {
    const type = result?.toolTelemetry.type ?? null;
    return type !== null && traitsOf(type).isComparable;
  });
  const own = calls.find((call) => runsOf(call).some((run) => run.artifactId === artifactId));
  if (!own) return [];
  const subject = subjectOf(own);
  return calls
    .filter((call) => subjectOf(call) === subject)
    .flatMap(runsOf)
    .filter((run) => run.artifactId !== artifactId)
    .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp));
}

/**
 * Identifies what a call is about: calls about the same thing get the same key. A command or a file is the
 * same subject whichever tool reads it.
 */
function subjectOf({ toolName, arguments: input }: ToolCallState): string {
  if (input === null || typeof input !== 'object' || Array.isArray(input))
    return canonicalJson([toolName, input]);
  const { command, path, startLine, endLine } = input;
  if (typeof command === 'string') return canonicalJson(['command', command]);
  const isFile = profileOf(toolName)?.readsFile === true;
  return isFile && typeof path === 'string'
    ? canonicalJson(['file', path, startLine ?? null, endLine ?? null])
    : canonicalJson([toolName, input]);
}
