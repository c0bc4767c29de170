import type { Locator } from 'playwright-core';
import type { Json } from '#lib/core/vocabulary/json.ts';
import { type ToolName, toolNames } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { noise } from './images.ts';
import { numberedLines } from './stage.ts';

/** A word that is nowhere else: found in a request, it says what leaked. */
const payloadWord = (source: string, index: number): string =>
  `payload-${source}-${index}-${((index * 2_654_435_761) >>> 0).toString(16)}`;

const payloadLines = (source: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => payloadWord(source, index));

const asFile = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** All payload words of a text. */
export const payloadIn = (text: string): string[] => text.match(/payload-[a-z]+-\d+-[0-9a-f]+/g) ?? [];

const program = `import sys
# ${payloadLines('code', 400).join('\n# ')}
for number in range(3000):
    print("payload" + f"-printed-{number}-{number * 2654435761 % 2**32:x}")
`;

/** A workspace in which every tool finds much to say. */
export async function makePayloads(): Promise<Record<string, string | Uint8Array>> {
  const listed = payloadLines('listed', 400).map((name) => [`parts/${name}`, 'x\n'] as const);
  return {
    'plans.txt': asFile(payloadLines('plans', 3_000)),
    'notes.md': 'first\nplaceholder\nlast\n',
    'program.py': program,
    'change.patch': addingPatch('patched.txt', payloadLines('patched', 600)),
    'picture.png': await noise(240, 160).png().toBuffer(),
    ...Object.fromEntries(listed),
  };
}

const addingPatch = (path: string, lines: readonly string[]): string =>
  `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${asFile(lines.map((line) => `+${line}`))}`;

export const longFile = numberedLines(900, (number) => `const line${number} = ${number};`);
const output = numberedLines(300, (number) => `made line ${number}`).trimEnd();
const printing = 'for number in range(1, 901): print("printed", number)';
const patch = `--- /dev/null\n+++ b/patched.txt\n@@ -0,0 +1,300 @@\n${numberedLines(300, (number) => `+patched line ${number}`)}`;

interface ToolExample {
  /** In the workspace of `makePayloads`. No argument holds a payload: what is long is passed on by reference. */
  arguments(artifactOf: (tool: ToolName) => string): { [key: string]: Json };
  /** Payload words that people get of it: 0 where the tool repeats no content. */
  wordsForPeople: number;
  /** What is said to the offline model, in the workspace of `tests/browser/every-tool.test.ts`. */
  say: string | ((artifactOf: (tool: ToolName) => string) => string);
  /** In the panel: the last of what there is, or what stands for it. `null`: there is no artifact. */
  end: ((view: Locator) => Locator) | null;
}

const lastLine = (text: string) => (view: Locator) => view.locator('.ln').getByText(text, { exact: true });

type ExampleName = Exclude<ToolName, 'delegate' | 'run_program'>;

/** The tools with an example: those that every server offers. */
export const exampleNames = toolNames.filter(
  (name): name is ExampleName => name !== 'delegate' && name !== 'run_program',
);

/**
 * Examples of every tool, in an order in which each finds the artifacts it refers to. A new tool does not compile until it is here. Unit tests
 * read `arguments` and `say`; `delegate` needs sub-agents and `run_program` a setting, and they have tests of their own; `wordsForPeople` and `end` are what `npm test` finds on the server and in the browser.
 */
export const everyTool: Readonly<Record<ExampleName, ToolExample>> = {
  render_file_contents: {
    arguments: () => ({ path: 'plans.txt' }),
    wordsForPeople: 3_000,
    say: 'show src/long.ts',
    end: lastLine('const line900 = 900;'),
  },
  run_and_display: {
    arguments: () => ({ command: 'cat change.patch' }),
    wordsForPeople: 600,
    say: 'run seq 1 900',
    end: lastLine('900'),
  },
  display_image: {
    arguments: () => ({ path: 'picture.png' }),
    wordsForPeople: 0,
    say: 'show picture.png',
    end: (view) => view.getByRole('img'),
  },
  embed_media: {
    arguments: () => ({ url: 'https://vimeo.com/76979871' }),
    wordsForPeople: 0,
    say: 'embed https://vimeo.com/76979871',
    end: (view) => view.locator('.media'),
  },
  read_file: {
    arguments: () => ({ path: 'program.py' }),
    wordsForPeople: 400,
    say: 'read src/long.ts',
    end: lastLine('const line900 = 900;'),
  },
  list_files: {
    arguments: () => ({ path: 'parts' }),
    wordsForPeople: 400,
    say: 'list parts',
    end: (view) => view.locator('.tree-row').getByText('part99.txt'),
  },
  grep_file: {
    arguments: () => ({ pattern: 'payload-', path: 'plans.txt' }),
    wordsForPeople: 3_000,
    say: 'find const in src/long.ts',
    end: lastLine('const line900 = 900;'),
  },
  edit_file: {
    arguments: (artifactOf) => ({
      path: 'notes.md',
      oldText: 'placeholder',
      newText: `${artifactOf('render_file_contents')}#L1-L300`,
    }),
    wordsForPeople: 300,
    say: (artifactOf) => `edit notes.md: replace "here" with "${artifactOf('render_file_contents')}#L1-L300"`,
    end: lastLine('const line300 = 300;'),
  },
  apply_patch: {
    arguments: (artifactOf) => ({ patch: artifactOf('run_and_display') }),
    wordsForPeople: 600,
    say: `apply\n${patch}`,
    end: lastLine('patched line 300'),
  },
  create_file: {
    arguments: (artifactOf) => ({ path: 'copy.txt', content: artifactOf('render_file_contents') }),
    wordsForPeople: 3_000,
    say: `create made.txt with \`\`\`\n${output}\n\`\`\``,
    end: lastLine('made line 300'),
  },
  run_pty_cmd: {
    arguments: () => ({ command: 'cat plans.txt' }),
    wordsForPeople: 3_000,
    say: 'terminal seq 1 900',
    end: lastLine('900'),
  },
  execute_code: {
    arguments: (artifactOf) => ({ language: 'python', code: artifactOf('read_file') }),
    wordsForPeople: 3_000,
    say: `python: ${printing}`,
    end: lastLine('printed 900'),
  },
  recall_output: {
    arguments: (artifactOf) => ({ artifactId: artifactOf('render_file_contents'), lines: '1500-1502' }),
    wordsForPeople: 3,
    say: (artifactOf) => `recall ${artifactOf('read_file')} lines 450-452`,
    end: null,
  },
};
