import { z } from 'zod';
import { artifactMetadataSchema } from '#lib/core/vocabulary/artifact.ts';
import { linePartSchema, lineStretchSchema, lineWindowSchema } from '#lib/core/vocabulary/line-window.ts';
import { problemsSchema } from '#lib/core/vocabulary/problem.ts';
import { sharedMetadataSchema } from '#lib/core/vocabulary/share.ts';
import { viewFactsSchema } from '#lib/core/vocabulary/view-fact.ts';

/** Every JSON response of `artifactResponse`, by what the query requests. */
const answerWith = <Metadata extends z.ZodType>(metadata: Metadata) =>
  z.union([
    /** `format=json&lines=` */
    z.object({ data: lineWindowSchema, metadata, problems: problemsSchema.optional() }),
    /** `format=json`: text, or base64 of anything else. */
    z.object({ data: z.string(), metadata }),
    lineWindowSchema,
    linePartSchema,
    lineStretchSchema,
    z.object({ facts: viewFactsSchema }),
    z.object({ problems: problemsSchema }),
    z.object({ metadata }),
  ]);

export const artifactAnswer = answerWith(artifactMetadataSchema);
export const sharedArtifactAnswer = answerWith(sharedMetadataSchema);
