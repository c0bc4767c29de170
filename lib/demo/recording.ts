import { z } from 'zod';
import { artifactMetadataSchema } from '../core/vocabulary/artifact.ts';
import { storedProblemsSchema } from '../core/vocabulary/problem.ts';
import { viewFactsSchema } from '../core/vocabulary/view-fact.ts';
import recorded from './recording.json' with { type: 'json' };

/**
 * A conversation as `scripts/record-demo.ts` writes it: the log of a real run, the contents of its artifacts,
 * and the files it worked on.
 */
const recordingSchema = z.object({
  title: z.string(),
  /** As appended; `timestamp` is when it was recorded. */
  events: z.array(z.looseObject({ timestamp: z.iso.datetime() })),
  artifacts: z.array(
    z.object({
      metadata: artifactMetadataSchema,
      assistantView: z.string(),
      viewFacts: viewFactsSchema,
      problems: storedProblemsSchema,
      /** Key of its bytes in `contents`. */
      content: z.string(),
    }),
  ),
  /** The final files of its workspace: path -> key in `contents`. */
  files: z.record(z.string(), z.string()),
  /** Each content once: SHA-256 -> the output of `packContent`. */
  contents: z.record(z.string(), z.string()),
});
export type DemoRecording = z.infer<typeof recordingSchema>;

export const demoRecording = (): DemoRecording => recordingSchema.parse(recorded);
