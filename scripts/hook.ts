import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { answerHook, hookAgents, isHookAgent, usualCommands } from './command/hook-answers.ts';

const usage = `Answers the hook of an agent in a terminal: its tests and builds run by way of \`vitrine run --view\`.

  vitrine hook ${hookAgents.join('|')} [--match PATTERN]

  --match  a regular expression for the start of the commands that are meant. Default: usual tests and builds
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, match: { type: 'string', default: usualCommands } },
});
const [agent = ''] = positionals;

if (values.help || !isHookAgent(agent) || positionals.length > 1) {
  process.stdout.write(usage);
  process.exitCode = values.help ? 0 : 1;
} else {
  const call = await text(process.stdin);
  process.stdout.write(
    `${JSON.stringify(answerHook(agent, parsed(call), new RegExp(`^(?:${values.match})`)) ?? {})}\n`,
  );
}

/** What is no JSON changes nothing: a hook never stops a command. */
function parsed(call: string): unknown {
  try {
    return JSON.parse(call);
  } catch {
    return null;
  }
}
