import type { Json } from '#lib/core/vocabulary/json.ts';
import type { ToolName } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { noise } from './images.ts';

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

interface ProvenCall {
  /** No argument holds a payload: what is long is passed on by reference. */
  arguments(artifactOf: (tool: ToolName) => string): Json;
  /** Payload words that people get of it. */
  wordsForPeople: number;
}

/** A call of every tool, in an order in which each finds the artifacts it refers to. A new tool does not compile until it is here. */
export const everyCall: Readonly<Record<ToolName, ProvenCall>> = {
  render_file_contents: { arguments: () => ({ path: 'plans.txt' }), wordsForPeople: 3_000 },
  run_and_display: { arguments: () => ({ command: 'cat change.patch' }), wordsForPeople: 600 },
  display_image: { arguments: () => ({ path: 'picture.png' }), wordsForPeople: 0 },
  embed_media: { arguments: () => ({ url: 'https://vimeo.com/76979871' }), wordsForPeople: 0 },
  read_file: { arguments: () => ({ path: 'program.py' }), wordsForPeople: 400 },
  list_files: { arguments: () => ({ path: 'parts' }), wordsForPeople: 400 },
  grep_file: { arguments: () => ({ pattern: 'payload-', path: 'plans.txt' }), wordsForPeople: 3_000 },
  edit_file: {
    arguments: (artifactOf) => ({
      path: 'notes.md',
      oldText: 'placeholder',
      newText: `${artifactOf('render_file_contents')}#L1-L300`,
    }),
    wordsForPeople: 300,
  },
  apply_patch: {
    arguments: (artifactOf) => ({ patch: artifactOf('run_and_display') }),
    wordsForPeople: 600,
  },
  create_file: {
    arguments: (artifactOf) => ({ path: 'copy.txt', content: artifactOf('render_file_contents') }),
    wordsForPeople: 3_000,
  },
  run_pty_cmd: { arguments: () => ({ command: 'cat plans.txt' }), wordsForPeople: 3_000 },
  execute_code: {
    arguments: (artifactOf) => ({ language: 'python', code: artifactOf('read_file') }),
    wordsForPeople: 3_000,
  },
  recall_output: {
    arguments: (artifactOf) => ({ artifactId: artifactOf('render_file_contents'), lines: '1500-1502' }),
    wordsForPeople: 3,
  },
};
