import { formatSum } from '../columns/format-number.ts';
import { ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { FileTree, TreeFolder } from './file-tree.ts';

const foldersShown = 12;
const leadingFolders = 5;
const leadingNames = 8;
const otherNames = 3;

export const verdictOfFileTree = ({ fileCount, folderCount }: FileTree): string[] => [
  plural(fileCount, 'file'),
  plural(folderCount, 'folder'),
];

/** Describes the kinds of files, then the largest folders, each with its first names. */
export function describeFileTree(tree: FileTree): Section[] {
  const endings = tree.endings();
  const folders = tree.folders();
  const kinds = endings.map(({ name, count }, index) => ({
    rank: ranks.spread + index,
    text: `${name} ${formatSum(count)}`,
  }));
  const leading = folders.slice(0, leadingFolders).map(({ path }) => path);
  const common = leading.length > 1 ? commonFolder(leading) : '';
  const shown = folders.filter(({ path }) => path.startsWith(common)).slice(0, foldersShown);
  const facts = shown.map(({ path, ...folder }, index) => ({
    rank: (index < leadingFolders ? ranks.lead : ranks.sample) + index,
    text: report({ ...folder, path: path.slice(common.length) }, index === 0 ? leadingNames : otherNames),
  }));
  return [
    { heading: 'by kind:', noun: null, total: kinds.length, layout: 'list', facts: kinds },
    {
      heading: common === '' ? null : `in ${common}:`,
      noun: 'folder',
      total: folders.length,
      layout: 'lines',
      facts,
    },
  ];
}

/** The folder that contains all paths; '' if there is none. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  for (let end = first.length; end > 0; end = first.lastIndexOf('/', end - 2) + 1) {
    const folder = first.slice(0, end);
    if (others.every((path) => path.startsWith(folder))) return folder;
  }
  return '';
}

function report({ path, count, names }: TreeFolder, max: number): string {
  // Showing one more name takes no more room than saying that one is left out.
  const shown = names.slice(0, count === max + 1 ? count : max).map((name) => quote(name, 60));
  const more = count - shown.length;
  return `${path === '' ? './' : path} ${formatSum(count)}: ${shown.join(', ')}${more > 0 ? ', …' : ''}`;
}
