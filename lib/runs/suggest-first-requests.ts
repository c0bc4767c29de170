import { readListingLine } from '../core/listing-line.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface Suggestion {
  text: string;
  tool: string;
}

const worthShowing = [
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'Makefile',
  'README.md',
  'README',
];

/** What runs the tests of a project that has this file. */
const testCommands: Record<string, string> = {
  'package.json': 'npm test',
  'Cargo.toml': 'cargo test',
  'go.mod': 'go test ./...',
  'pyproject.toml': 'python3 -m pytest',
};

/** Things to try that this workspace can answer: its tests where commands run, a file it has, a search, a listing. */
export async function suggestFirstRequests(
  workspace: Workspace,
  hasCommands: boolean,
): Promise<Suggestion[]> {
  const listing = await workspace
    .list({ path: '.', isRecursive: false, signal: AbortSignal.timeout(2_000) })
    .catch(() => null);
  const paths = (listing?.lines ?? []).map((line) => readListingLine(line).path);
  const files = paths.filter((path) => !path.endsWith('/') && !path.includes(' -> '));
  const file = worthShowing.find((name) => files.includes(name)) ?? files[0];
  const tested = hasCommands ? Object.keys(testCommands).find((name) => files.includes(name)) : undefined;
  return [
    ...(tested ? [{ text: `Run ${testCommands[tested]}`, tool: 'run_and_display' }] : []),
    ...(file ? [{ text: `Show me ${file}`, tool: 'render_file_contents' }] : []),
    { text: 'Find every TODO', tool: 'grep_file' },
    { text: 'What is in this repository?', tool: 'list_files' },
  ];
}
