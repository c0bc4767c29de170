import { builds } from '#lib/split/builds/builds.ts';
import { recording } from '#scripts/split/recordings.ts';
import { type Run, understandText } from '#tests/support/understand-text.ts';

/** What the summarizers of builds make of a text; a build has failed unless it is said otherwise. */
export const understand = (text: string, run: Run = {}) =>
  understandText(text, builds, { exitCode: 1, ...run });

/** The same of a recording in `tests/fixtures/split/builds`. */
export function understandRecording(name: string) {
  const { text, command, exitCode } = recording(`builds/${name}`);
  return understand(text, { command, exitCode: exitCode ?? 0 });
}
