import type { CommandStatus } from '#lib/core/vocabulary/command-status.ts';
import type { MeasuredTraffic } from '#lib/core/vocabulary/network/host-traffic.ts';
import type { CommandEnvironment } from './environments.ts';
import type { LineHandling, LineProgram } from './line-program.ts';

/** Runs programs in workspaces, or reports why it cannot. */
export interface Commands {
  /**
   * Tests on the first call whether commands run here and are confined; later calls return `status`. Never
   * rejects.
   */
  check(): Promise<CommandStatus>;
  /** The latest status: from `check`, or from a command that could not be started since. */
  status(): CommandStatus;
  /**
   * Starts a program once there is a slot for it (two per conversation, four per server, the rest wait in
   * order).
   * @throws WorkspaceError `unavailable` if commands are off or too many wait; the signal's reason when
   * aborted while waiting
   */
  run(request: CommandRequest): Promise<RunningCommand>;
  /** Starts a command in a terminal, one per conversation. */
  openTerminal(request: TerminalRequest): Promise<RunningTerminal>;
  /**
   * Starts a program that is spoken to by lines, and runs until it is stopped or ends; it uses no slot.
   * @throws WorkspaceError `unavailable` if there is no sandbox, or the program is not found; the signal's reason
   */
  startLines(request: SandboxedLinesRequest): Promise<LineProgram>;
  /** Kills everything that runs, and waits for it. */
  close(): Promise<void>;
}

export type CommandProgram =
  /** Run by bash. */
  { kind: 'shell'; command: string } | { kind: 'code'; language: 'node' | 'python'; code: string };

export interface CommandRequest {
  /** The workspace's folder, the only one the program can change. */
  root: string;
  /** Conversation whose slots it uses. */
  conversationId: string;
  program: CommandProgram;
  /** A script of the server itself, which may change everything git reads. Secrets are hidden from it too. */
  isTrusted?: boolean;
  /** Hosts that it may reach, in their usual form; none: there is no network. Without a sandbox it has all of it. */
  hosts?: readonly string[];
  /** What it finds besides its workspace. */
  environment?: CommandEnvironment;
  timeoutMs: number;
  /**
   * Aborting ends the program, its output and its waiting. The reason says who ends it: `interrupted` or an
   * error of ours means the server, `deniedReason` that its tool was denied meanwhile, anything else a
   * person.
   */
  signal: AbortSignal;
  /** Called once if it has to wait for a slot. */
  onWait?: () => void;
}

/** Abort reason for a call whose tool an admin has denied meanwhile. */
export const deniedReason = 'denied';

/** A program that others wrote and the operator named, in the sandbox of a workspace. */
export interface SandboxedLinesRequest extends LineHandling {
  /** The workspace's folder, which the program also finds at this path. */
  root: string;
  /** A name, or an absolute path. */
  command: string;
  /** Folders in which names are looked up besides the sandbox's own, separated by colons. */
  path: string;
  args: readonly string[];
  /** Added to what every program in the sandbox has. */
  environment: Record<string, string>;
  hasNetwork: boolean;
  /** Created if it is missing: what the program keeps, such as downloaded packages. */
  cacheFolder: string;
  /** Absolute paths of which the program reads nothing besides: other workspaces, and what the server keeps. */
  closedPaths: readonly string[];
  signal: AbortSignal;
}

export interface OutputChunk {
  stream: 'stdout' | 'stderr';
  bytes: Uint8Array;
}

export interface RunningCommand {
  /**
   * Chunks as they come. Ends when the program and everything it started are gone; never rejects. If it is
   * not read, the program is blocked.
   */
  output: AsyncIterable<OutputChunk>;
  /** Resolves when the output has ended. Never rejects. */
  end: Promise<CommandEnd>;
}

export interface CommandEnd {
  /** Exit code as a shell reports it: 128 plus the signal's number if a signal ended it. */
  exitCode: number;
  durationMs: number;
  /** Who or what stopped it; `null`: it ended by itself. */
  stoppedBy: StopCause | null;
  /** Its connections to other hosts; `null`: it had no network. */
  traffic: readonly MeasuredTraffic[] | null;
}

/**
 * `person`, `server`, `policy`: from the signal. `idle`: nobody typed in the terminal. The others are limits
 * of all its processes together: `growth` of its workspace, `files` in its folder of temporary files.
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
  /** As for a command, but with a single stream. */
  output: AsyncIterable<Uint8Array>;
  end: Promise<CommandEnd>;
  write(data: string): void;
  resize(columns: number, rows: number): void;
  /**
   * While a person uses the terminal, the timeout is paused; the idle limit and the maximum total time still
   * apply.
   */
  setAttended(isAttended: boolean): void;
}
