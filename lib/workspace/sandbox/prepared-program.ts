import type { ControlGroup } from './control-group.ts';
import type { Gate } from './gate.ts';

/** A program with all that stands around it, to be started as it is. */
export interface PreparedProgram {
  file: string;
  arguments: string[];
  cwd: string;
  environment: Record<string, string>;
  /** What it reads as its input; `null`: nothing. */
  inputFile: string | null;
  group: ControlGroup | null;
  isConfined: boolean;
  /** Where the program waits until its sandbox stands; `null`: it does not. */
  gate: Gate | null;
  /** When it has ended, or was never started. Nothing needs to wait for it. Never rejects. */
  cleanUp(): Promise<void>;
}

/** A program that was started; in a sandbox it waits at its gate. */
export interface StartedProgram<Running> {
  pid: number;
  running: Running;
}
