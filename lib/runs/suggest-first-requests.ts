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

/** Three things to try that this workspace can answer: a file it has, a search, a listing. */
export async function suggestFirstRequests(workspace: Workspace): Promise<Suggestion[]> {
  const listing = await workspace
    .list({ path: '.', isRecursive: false, signal: AbortSignal.timeout(2_000) })
    .catch(() => null);
  const files = (listing?.lines ?? []).filter((line) => !line.endsWith('/') && !line.includes(' -> '));
  const file = worthShowing.find((name) => files.includes(name)) ?? files[0];
  return [
    ...(file ? [{ text: `Show me ${file}`, tool: 'render_file_contents' }] : []),
    { text: 'Find every TODO', tool: 'grep_file' },
    { text: 'What is in this repository?', tool: 'list_files' },
  ];
}
