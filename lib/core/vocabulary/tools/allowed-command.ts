/** A command with which admins may add MCP servers on the page. */
export interface AllowedCommand {
  /** The whole line, with single spaces, or its start and a `*`. */
  pattern: string;
  /** Its program has the network of this machine. */
  hasNetwork: boolean;
}

/** What the config file allows. */
export interface AllowedCommands {
  allowed: readonly AllowedCommand[];
  /** Folders in which programs are looked up, separated by colons. */
  path: string;
}

/** One space between two words, none around them: there is no shell, so a quote is a character like any other. */
export const commandLine = (written: string): string => written.trim().replace(/\s+/g, ' ');

/** The longest pattern that allows a line; `null`: none does. */
export function allowingCommand(allowed: readonly AllowedCommand[], line: string): AllowedCommand | null {
  const fitting = allowed.filter(({ pattern }) =>
    pattern.endsWith('*') ? line.startsWith(pattern.slice(0, -1)) : line === pattern,
  );
  return fitting.toSorted((one, other) => one.pattern.length - other.pattern.length).at(-1) ?? null;
}
