import { makeHunks } from '#lib/core/algorithms/diff/make-hunks.ts';
import { printUnifiedDiff } from '#lib/core/algorithms/diff/print-unified-diff.ts';
import type { Hunk } from '#lib/core/algorithms/diff/unified-diff.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { withoutDurations } from '#lib/core/algorithms/text/without-durations.ts';
import type { ComparedRun, Comparison } from '#lib/core/api/comparison.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import type { ChangedProblems } from '#lib/core/vocabulary/changed-problems.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { textAt } from '#lib/tools/artifact-text.ts';

/**
 * Compares two results in their displayed form, the older with the newer.
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `not_text`, `too_large`
 */
export async function compareArtifacts(
  artifacts: ArtifactStore,
  one: ArtifactMetadata,
  other: ArtifactMetadata,
): Promise<Omit<Comparison, keyof ChangedProblems>> {
  const [before, after] =
    Date.parse(one.createdAt) <= Date.parse(other.createdAt) ? [one, other] : [other, one];
  const texts = [await readText(artifacts, before), await readText(artifacts, after)] as const;
  // A command's duration differs from run to run, so it does not count as a change.
  const isRun = traitsOf(before.type).hasEscapes;
  const hunks = isRun ? makeHunks(...texts, withoutDurations) : makeHunks(...texts);
  const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  if (lines > limits.comparedLines) {
    throw tooLarge(
      `These results differ too much to compare: the limit is ${limits.comparedLines.toLocaleString('en-US')} lines.`,
    );
  }
  return {
    before: comparedArtifactOf(before),
    after: comparedArtifactOf(after),
    added: countMarks(hunks, '+'),
    deleted: countMarks(hunks, '-'),
    differsInTimes: isRun && hunks.length === 0 && texts[0] !== texts[1],
    diff:
      hunks.length === 0 ? '' : printUnifiedDiff([{ oldPath: before.title, newPath: after.title, hunks }]),
  };
}

async function readText(artifacts: ArtifactStore, metadata: ArtifactMetadata): Promise<string> {
  const { state, lineCount, byteLength } = metadata;
  if (state === 'expired') throw expired();
  if (state === 'writing') {
    throw new VitrineError(
      'artifact_writing',
      'This artifact is still being written. Compare it when it is complete.',
    );
  }
  if (lineCount === null) throw new VitrineError('not_text', 'Only text artifacts can be compared');
  if (byteLength > limits.comparedBytes) {
    throw tooLarge(
      `${formatBytes(byteLength)} is too large to compare: the limit is ${formatBytes(limits.comparedBytes)}.`,
    );
  }
  const text = await textAt(artifacts, metadata, { start: 0, end: byteLength });
  if (text === null) throw expired();
  return text;
}

const expired = () => new VitrineError('artifact_expired', 'One of the two results has expired.');
const tooLarge = (message: string) => new VitrineError('too_large', message);

const comparedArtifactOf = ({ id, createdAt, lineCount }: ArtifactMetadata): ComparedRun => ({
  artifactId: id,
  createdAt,
  lineCount: lineCount ?? 0,
});

const countMarks = (hunks: readonly Hunk[], wanted: '+' | '-'): number =>
  hunks.reduce((sum, { lines }) => sum + lines.filter(({ mark }) => mark === wanted).length, 0);
