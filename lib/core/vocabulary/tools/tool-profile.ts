import type { ArtifactType } from '../artifact-types.ts';

/**
 * What everybody needs to know of a tool, the browser too: its schema, its description for the model and its
 * work are in the file of the same name in `lib/tools`.
 */
export interface ToolProfile {
  name: string;
  /** As in "The agent asks to read a file", "I could not read `a.ts`". */
  intent: { verb: string; object: string };
  /** What a call is about: the argument that names it, and its name where that is not given. */
  subject: { argument: string | null; otherwise: string };
  /** `people`: the model gets one line that says the result was shown. `model`: the split makes its view, unless the tool bounds it itself. */
  audience: 'people' | 'model';
  /** The usual type of its results; the offline model answers by it. */
  shows: ArtifactType;
  /** Runs programs of the agent's choice; offered only where they can run. */
  runsCommands?: true;
  /** People can type into what it runs. */
  hasTerminal?: true;
  /**
   * A person may run its calls again: they change nothing, or they are commands, which a person repeats
   * knowingly.
   */
  isRepeatable?: true;
  /** Its changes to files can be undone from the card. */
  isUndoable?: true;
  /** Its result is a file, or lines of it. */
  readsFile?: true;
}
