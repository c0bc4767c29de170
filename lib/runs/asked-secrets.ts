import type { Tool } from '../tools/tool-call.ts';

/** The names of secrets that a call asks for. Only tools that run commands get any. */
export function askedSecrets({ needsCommands }: Pick<Tool, 'needsCommands'>, input: unknown): string[] {
  const asked = needsCommands ? (input as { secrets?: unknown } | null)?.secrets : null;
  return Array.isArray(asked) ? asked.filter((name): name is string => typeof name === 'string') : [];
}

/** Why a call cannot have the secrets that it asks for; `null`: people can be asked. */
export function unknownSecrets(asked: readonly string[], names: readonly string[]): string | null {
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length === 0) return null;
  const there = names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`;
  return `Not run: this workspace has no secret ${unknown.join(', ')}. ${there}`;
}
