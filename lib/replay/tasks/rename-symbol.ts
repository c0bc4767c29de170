import { checkFiles } from '../checks.ts';
import { repositoryFiles } from '../repository/repository-files.ts';
import type { ReplayTask } from '../task.ts';

const renamed = (text: string): string => text.replace(/\bquoteRate\b/g, 'priceParcel');

/** Each line that contains the symbol, and its expected text. */
const edits = Object.entries(repositoryFiles())
  .filter(([path]) => /^(src|test)\//.test(path))
  .flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => renamed(line) !== line)
      .map((line) => `edit ${path}: replace \`${line}\` with \`${renamed(line)}\``),
  );

export const renameSymbol: ReplayTask = {
  name: 'rename-symbol',
  title: 'Rename a function everywhere',
  kind: 'medium',
  goal: 'Rename the function quoteRate to priceParcel wherever it is defined or used, in src and test. Change nothing else: quoteRateTable keeps its name.',
  requests: ['find quoteRate in src', 'find quoteRate in test', ...edits, 'find priceParcel in src'],
  needsCommands: false,
  files: repositoryFiles,
  check(end) {
    const files = Object.entries(repositoryFiles());
    return checkFiles(end, Object.fromEntries(files.map(([path, text]) => [path, renamed(text)])));
  },
};
