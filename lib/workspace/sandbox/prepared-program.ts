import type { ControlGroup } from './control-group.ts';
import type { Gate } from './gate.ts';

/** A program with everything around it, ready to start. */
export interface PreparedProgram {
  file: string;
  arguments: string[];
  cwd: string;
  environment: Record<string, string>;
  /** File for its standard input; `null`: none. */
  inputFile: string | null;
  group: ControlGroup | null;
  isConfined: boolean;
  /** Holds the program back until its sandbox is complete; `null`: it has none. */
  gate: Gate | null;
  /**
   * Call it when the program has ended, or was never started. Nothing needs to wait for it. Never rejects.
   */
  cleanUp(): Promise<void>;
}

/** A program that was started; in a sandbox it waits at its gate. */
export interface StartedProgram<Running> {
  pid: number;
  running: Running;
}
