import { formatFileHash } from '../artifacts/text/file-hash.ts';
import { cutAtPaths } from '../artifacts/text/file-paths.ts';

/** The part of a hast tree that is used here. */
interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

/** Turns `src/cart.mjs:12` in text, and in code within a line, into links to that line. Existing links and code blocks are left alone. */
export function rehypePaths() {
  return (tree: HastNode) => linkPaths(tree);
}

function linkPaths(node: HastNode): void {
  if (!node.children || node.tagName === 'a' || node.tagName === 'pre' || isFormula(node)) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return linked(child.value ?? '');
    linkPaths(child);
    return [child];
  });
}

const isFormula = ({ properties }: HastNode): boolean => {
  const { className } = properties ?? {};
  return Array.isArray(className) && className.includes('language-math');
};

const linked = (value: string): HastNode[] =>
  cutAtPaths(value).map(({ text, location }): HastNode => {
    const words: HastNode = { type: 'text', value: text };
    if (location === null) return words;
    const properties = { href: `#${formatFileHash(location)}` };
    return { type: 'element', tagName: 'a', properties, children: [words] };
  });
