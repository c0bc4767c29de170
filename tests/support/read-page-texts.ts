import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'vitest/node';

const root = join(import.meta.dirname, '../..');

/** What a person may read: a text of an element, of an attribute, or of a message, with `…` for what is filled in. */
export interface PageText {
  file: string;
  text: string;
}

/** Every text of several words in our source files under these folders. */
export const readPageTexts = (folders: readonly string[]): PageText[] =>
  folders.flatMap((folder) =>
    sourcesIn(join(root, folder)).flatMap((path) =>
      textsIn(readFileSync(path, 'utf8'), path.endsWith('x') ? 'tsx' : 'ts').map((text) => ({
        file: relative(root, path),
        text,
      })),
    ),
  );

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  type: string;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Nobody reads names of modules and classes, nor types. */
const isLeftOut = ({ type, name }: Node): boolean =>
  type.startsWith('Import') ||
  type.startsWith('TSType') ||
  type === 'TSInterfaceDeclaration' ||
  (type === 'JSXAttribute' && (name as Node).name === 'className');

export function textsIn(source: string, lang: 'ts' | 'tsx' = 'tsx'): string[] {
  const texts: string[] = [];
  const visit = (node: Node): void => {
    if (isLeftOut(node)) return;
    texts.push(textOf(node).replaceAll(/\s+/g, ' ').trim());
    childrenOf(node).forEach(visit);
  };
  visit(parseAst(source, { lang }) as unknown as Node);
  return texts.filter((text) => /[a-z].* .*[a-z]/i.test(text));
}

/** The words of a node itself: an element's are those of its children in one. */
function textOf(node: Node): string {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : '';
    case 'TemplateLiteral':
      return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…');
    case 'JSXElement':
    case 'JSXFragment':
      return (node.children as Node[]).map(textOfChild).join('');
    default:
      return '';
  }
}

function textOfChild(child: Node): string {
  if (child.type === 'JSXText') return String(child.value);
  if (child.type !== 'JSXExpressionContainer') return textOf(child);
  const { expression } = child;
  return isNode(expression) && expression.type === 'Literal' ? textOf(expression) : '…';
}
