import { ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { FileTree, TreeFolder } from './file-tree.ts';
import { formatNumber } from './format-number.ts';

const foldersShown = 12;
const leadingFolders = 5;
const leadingNames = 8;
const otherNames = 4;

export const verdictOfFileTree = ({ fileCount, folderCount }: FileTree): string[] => [
  plural(fileCount, 'file'),
  plural(folderCount, 'folder'),
];

/** The kinds of files, then the folders with most of them, each with its first names. */
export function describeFileTree(tree: FileTree): Section[] {
  const endings = tree.endings();
  const folders = tree.folders();
  const kinds = endings.map(({ name, count }, place) => ({
    rank: ranks.spread + place,
    text: `${name} ${formatNumber(count)}`,
  }));
  const facts = folders.slice(0, foldersShown).map((folder, place) => ({
    rank: (place < leadingFolders ? ranks.lead : ranks.sample) + place,
    text: tell(folder, place === 0 ? leadingNames : otherNames),
  }));
  return [
    { heading: 'by kind:', noun: null, total: kinds.length, layout: 'list', facts: kinds },
    {
      heading: null,
      noun: 'folder',
      total: folders.length,
      layout: 'lines',
      facts,
    },
  ];
}

function tell({ path, count, names }: TreeFolder, most: number): string {
  const shown = names.slice(0, most).map((name) => quote(name, 60));
  const more = count - shown.length;
  return `${path === '' ? './' : path} ${formatNumber(count)}: ${shown.join(', ')}${more > 0 ? ', …' : ''}`;
}
