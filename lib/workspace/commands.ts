/** The door to programs: where the workspace's commands run, or why they do not. */
export interface Commands {
  /** Tries out, the first time it is called, whether commands run here and are confined; then answers as `status`. Never rejects. */
  check(): Promise<CommandStatus>;
  /** As of the last look: `check`, and every command that could not be started since. */
  status(): CommandStatus;
  /**
   * Starts a program once there is a place for it (two a conversation, four a server, the rest wait in order).
   * @throws WorkspaceError `unavailable` where commands are off or too many wait; the signal's reason when stopped while waiting
   */
  run(request: CommandRequest): Promise<RunningCommand>;
  /** The same with a terminal around it; one a conversation. */
  openTerminal(request: TerminalRequest): Promise<RunningTerminal>;
  /** Kills what runs, and waits for it. */
  close(): Promise<void>;
}

export interface CommandStatus {
  /** `unsafe-host`: commands run with all the rights of the server, on request of who started it. */
  mode: 'bwrap' | 'unsafe-host' | 'off';
  /** Why commands are off, and what would turn them on: a sentence or two. `null`: they are on. */
  reason: string | null;
  /**
   * What bounds the memory of a command: the kernel counts all of it (`control group`), or this server measures it four times a
   * second, so that a command may pass the bound for a moment (`watched`). `null`: commands are off, or nothing bounds it.
   */
  memory: 'control group' | 'watched' | null;
  /** Why the kernel does not bound it, and what would change that. `null`: it does, or commands are off. */
  memoryReason: string | null;
}

export type CommandProgram =
  /** Run by bash. */
  { kind: 'shell'; command: string } | { kind: 'code'; language: 'node' | 'python'; code: string };

export interface CommandRequest {
  /** The workspace's folder: all the program can change. */
  root: string;
  /** Whose places it takes. */
  conversationId: string;
  program: CommandProgram;
  /** A script of the server's own, which may change all that git reads. Secrets are hidden from it too. */
  isTrusted?: boolean;
  timeoutMs: number;
  /**
   * Ends the program, its output and its waiting. A reason of `interrupted`, or an error of ours, says that the server ends it,
   * `deniedReason` that its tool was denied meanwhile; any other that a person does.
   */
  signal: AbortSignal;
  /** Called once if it has to wait for a place. */
  onWait?: () => void;
}

/** Why a call is ended whose tool an admin has denied since. */
export const deniedReason = 'denied';

export interface OutputChunk {
  stream: 'stdout' | 'stderr';
  bytes: Uint8Array;
}

export interface RunningCommand {
  /**
   * Bytes as they come. Ends when the program and all that it started are gone, never rejects. Not read, it holds the
   * program back.
   */
  output: AsyncIterable<OutputChunk>;
  /** Known when the output has ended. Never rejects. */
  end: Promise<CommandEnd>;
}

export interface CommandEnd {
  /** As a shell tells it: 128 and the signal's number where a signal ended it. */
  exitCode: number;
  durationMs: number;
  /** Who or what ended it before its own end; `null`: it ended by itself. */
  stoppedBy: StopCause | null;
}

/**
 * `person`, `server`, `policy`: the signal. `idle`: a terminal nobody typed in. The others are limits of all its processes together:
 * `growth` of its workspace, `files` in its folder of temporary files.
 */
export type StopCause =
  | 'person'
  | 'server'
  | 'policy'
  | 'timeout'
  | 'idle'
  | 'memory'
  | 'processes'
  | 'growth'
  | 'files'
  | 'output';

export interface TerminalRequest extends Omit<CommandRequest, 'program'> {
  command: string;
  columns: number;
  rows: number;
}

export interface RunningTerminal {
  /** As of a command; there is one stream only. */
  output: AsyncIterable<Uint8Array>;
  end: Promise<CommandEnd>;
  write(data: string): void;
  resize(columns: number, rows: number): void;
  /** While a person holds it the timeout stands still; the idle limit and the longest time of all hold. */
  setAttended(isAttended: boolean): void;
}
