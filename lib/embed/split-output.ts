/** What a split tool returns in place of its output: small, and as JSON. */
export interface SplitOutput {
  /** What the model reads. */
  view: string;
  /** Where all of it is, for people and for the tool that recalls; `null`: it could not be stored. */
  artifactId: string | null;
  /** What was read or run: `npm test`, `src/cart.ts`. */
  title: string;
  /** Whether the view is all of it, a choice of it, or all of it in another form. */
  relation: 'equal' | 'summary' | 'transformed';
  /** The program or form that was recognised: `vitest`, `json`; `null`: the view is no choice. */
  summarizer: string | null;
  /** Tokens of all of it (o200k); `null`: it is not text. */
  fullTokens: number | null;
  /** It was too long to be counted whole. */
  isEstimated: boolean;
  /** Tokens of the view. */
  sentTokens: number;
  /** What the tool gave the model besides text; bytes are base64. */
  files?: readonly FileOfTool[];
}

/** A part of a model's input that is no text, as the AI SDK has it. */
export interface FileOfTool {
  type: string;
}
