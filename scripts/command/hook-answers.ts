import { z } from 'zod';
import { commandLineText } from './command-line-text.ts';

/**
 * The agents whose hooks may change a command before it runs, and how they say it. Sources: hooks reference of Claude
 * Code (`PreToolUse`, `updatedInput`), hooks reference of Gemini CLI (`BeforeTool`, `tool_input`), both of 2026-11.
 */
const agents = {
  claude: {
    tool: 'Bash',
    answer: (input: ShellInput) => ({ hookEventName: 'PreToolUse', updatedInput: input }),
  },
  gemini: {
    tool: 'run_shell_command',
    answer: (input: ShellInput) => ({ hookEventName: 'BeforeTool', tool_input: input }),
  },
} as const;

export type HookAgent = keyof typeof agents;

export const isHookAgent = (name: string): name is HookAgent => Object.hasOwn(agents, name);

export const hookAgents: readonly string[] = Object.keys(agents);

/** Programs that print much and change little: tests, builds, checks. */
export const usualCommands =
  '(npm|pnpm|yarn|bun) (test|t|run|ci|install|exec)\\b|npx |(python3? -m )?pytest\\b|tox\\b|cargo |go (test|build|vet)\\b|make\\b|cmake |ctest\\b|mvn |gradle |\\./gradlew |dotnet (test|build)\\b|bundle exec |rspec\\b|tsc\\b|eslint\\b|jest\\b|vitest\\b|docker (build|compose)\\b|terraform (plan|apply)\\b|git (log|diff|show)\\b';

const shellInput = z.looseObject({ command: z.string() });
type ShellInput = z.infer<typeof shellInput>;

const hookCall = z.looseObject({ tool_name: z.string(), tool_input: shellInput });

/**
 * What a hook answers to a call of a tool: the same command by way of `vitrine run`, or nothing, and the call goes on as
 * it is. Whether it may run is decided as without a hook.
 * @param call what the agent sends on standard input, as JSON
 */
export function answerHook(agent: HookAgent, call: unknown, pattern: RegExp): object | null {
  const { tool, answer } = agents[agent];
  const parsed = hookCall.safeParse(call);
  if (!parsed.success || parsed.data.tool_name !== tool) return null;
  const input = parsed.data.tool_input;
  const { command } = input;
  if (!pattern.test(command) || /\bvitrine\b/.test(command)) return null;
  const words = ['npx', '--no-install', 'vitrine', 'run', '--view', '-c', command];
  return { hookSpecificOutput: answer({ ...input, command: commandLineText(words) }) };
}
