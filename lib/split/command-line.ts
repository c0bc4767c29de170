/** A program in a command line, as typed: `npx vitest run` is `vitest` with `run`. */
export interface Program {
  /** Without its directory: `eslint` for `./node_modules/.bin/eslint`. */
  name: string;
  args: readonly string[];
}

const longestCommand = 10_000;

/** Build tools, package managers and similar, whose output may be that of any program. */
const runners = new Set(
  (
    'npm pnpm yarn bun deno node make gmake cmake ninja meson bazel gradle gradlew mvn mvnw ant sbt cargo go dotnet swift ' +
    'tox nox hatch just task rake invoke turbo nx lerna docker podman kubectl ssh git python python3 ruby perl php java ' +
    'sh bash zsh xargs find parallel watch script expect'
  ).split(' '),
);

export const runsOthers = ({ name }: Program): boolean =>
  runners.has(name) || /\.(?:sh|py|rb|pl|ts|js)$/.test(name);

/**
 * The programs a shell would run for a command line, in order. Understands what people and models type, not
 * the full shell language.
 */
export function programsOf(command: string): Program[] {
  return simpleCommands(command.slice(0, longestCommand)).flatMap((words) => unwrap(words));
}

/**
 * Splits at `&&`, `||`, `;`, `|`, `&` and line ends, and each part into words; quoted text stays one word.
 */
function simpleCommands(command: string): string[][] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  let quote: string | null = null;
  const endWord = () => {
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  };
  for (let index = 0; index < command.length; index += 1) {
    const character = command[index] ?? '';
    if (quote !== null) {
      if (character === quote) quote = null;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === '\\') {
      index += 1;
      word = (word ?? '') + (command[index] ?? '');
    } else if (/[;|&\n()]/.test(character)) {
      endWord();
      commands.push([]);
    } else if (/\s/.test(character)) endWord();
    else word = (word ?? '') + character;
  }
  endWord();
  return commands.filter((words) => words.length > 0);
}

/** Programs that start another one and print nothing themselves. */
const wrappers = new Set([
  'sudo',
  'env',
  'time',
  'nice',
  'nohup',
  'stdbuf',
  'command',
  'exec',
  'xvfb-run',
  'npx',
  'bunx',
  'pnpx',
]);
/** Programs that start another one after a subcommand. */
const wrapperWords: Record<string, ReadonlySet<string>> = {
  npm: new Set(['exec', 'x']),
  pnpm: new Set(['exec', 'dlx']),
  yarn: new Set(['exec', 'dlx']),
  bun: new Set(['x']),
  uv: new Set(['run']),
  poetry: new Set(['run']),
  pipenv: new Set(['run']),
  bundle: new Set(['exec']),
  rye: new Set(['run']),
};
/** Words of the shell's language that stand before a command, and those that are none. */
const keywords = new Set(['do', 'then', 'else', 'elif', 'if', 'while', 'until', '!', '{', '(']);
const noCommands = new Set(['for', 'select', 'case', 'esac', 'done', 'fi', '}', ')']);
const shells = new Set(['sh', 'bash', 'zsh', 'dash']);

function unwrap(words: readonly string[]): Program[] {
  const [first, ...rest] = words.filter((word, index) => index > 0 || word !== '');
  if (first === undefined) return [];
  if (/^\w+=/.test(first) || keywords.has(first)) return unwrap(rest);
  if (noCommands.has(first)) return [];
  const name = first.slice(first.lastIndexOf('/') + 1);
  if (wrappers.has(name)) return unwrap(afterOptions(rest));
  if (name === 'timeout') return unwrap(afterOptions(rest).slice(1));
  if (shells.has(name)) {
    const index = rest.findIndex((word) => /^-\w*c$/.test(word));
    return index === -1 ? [{ name, args: rest }] : programsOf(rest[index + 1] ?? '');
  }
  if (/^python[\d.]*$/.test(name) && rest[0] === '-m')
    return [{ name: rest[1] ?? name, args: rest.slice(2) }];
  if (wrapperWords[name]?.has(rest[0] ?? '')) return unwrap(afterOptions(rest.slice(1)));
  // Prints its own lines between those of the program.
  if (name === 'git' && rest[0] === 'bisect' && rest[1] === 'run')
    return [{ name, args: rest }, ...unwrap(rest.slice(2))];
  return [{ name: name.replace(/\.(?:exe|cmd|js|mjs|py)$/, ''), args: rest }];
}

function afterOptions(words: readonly string[]): readonly string[] {
  const index = words.findIndex((word) => !word.startsWith('-') && !/^\w+=/.test(word));
  return index === -1 ? [] : words.slice(index);
}
