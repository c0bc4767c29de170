/** What a model call is made of, in tokens as this program counts them. Images have no count. */
export interface ContextParts {
  instructions: number;
  /** What each tool is for, and what it takes. */
  tools: number;
  /** What people wrote, and what they gave with it. */
  people: number;
  /** What the agent wrote, and the calls it asked for. */
  agent: number;
  /** Assistant views. */
  results: number;
}

export const totalTokens = (parts: ContextParts): number =>
  parts.instructions + parts.tools + parts.people + parts.agent + parts.results;
