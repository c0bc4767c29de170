import { traitsOf } from '../core/vocabulary/artifact-types.ts';
import type { ToolTelemetry } from '../core/vocabulary/events.ts';
import { countTokens } from '../split/count-tokens.ts';
import { tokenizerName } from '../split/tokenizer.ts';
import type { MadeView, ViewSource } from './make-view.ts';

/** What is reported about a result and its view, whoever gave it. */
export const viewTelemetry = async (
  { ingested, description, artifact }: Pick<ViewSource, 'ingested' | 'description' | 'artifact'>,
  { view, masked }: Pick<MadeView, 'view' | 'masked'>,
): Promise<ToolTelemetry> => ({
  artifactId: artifact?.id ?? null,
  type: description.type,
  title: description.title,
  // Bytes that a model cannot read still have lines for people.
  lineCount: (hasOwnLines(description) ? ingested.lineCount : null) ?? artifact?.lineCount ?? null,
  byteLength: hasOwnLines(description) ? ingested.byteLength : (artifact?.byteLength ?? ingested.byteLength),
  summarizer: view.summarizer,
  fullTokens: ingested.fullTokens,
  ...(ingested.isEstimated ? { fullTokensEstimated: true } : {}),
  sentTokens: await countTokens(view.text),
  tokenizer: tokenizerName,
  relation: view.relation,
  ...(view.widenedTokens === undefined ? {} : { widenedTokens: view.widenedTokens }),
  ...(description.seenImage && artifact ? { seenImage: description.seenImage } : {}),
  ...(description.dimensions ? { dimensions: description.dimensions } : {}),
  ...(masked.length > 0 ? { masked } : {}),
});

/** The text that is read of a PDF is not what people are shown. */
const hasOwnLines = ({ type }: ViewSource['description']): boolean => !traitsOf(type).isBytes;
