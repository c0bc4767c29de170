import { z } from 'zod';
import { artifactMetadataSchema } from '../core/artifact.ts';
import { viewFactsSchema } from '../core/view-fact.ts';
import recorded from './recording.json' with { type: 'json' };

/** A conversation as `scripts/record-demo.ts` writes it: the log of a real run, and what its artifacts held. */
const recordingSchema = z.object({
  title: z.string(),
  /** As appended; `timestamp` is when it was recorded. */
  events: z.array(z.looseObject({ timestamp: z.iso.datetime() })),
  artifacts: z.array(
    z.object({
      metadata: artifactMetadataSchema,
      assistantView: z.string(),
      viewFacts: viewFactsSchema,
      text: z.string(),
    }),
  ),
});
export type Recording = z.infer<typeof recordingSchema>;

export const demoRecording = (): Recording => recordingSchema.parse(recorded);
