import { type Citation, splitCitations } from '#lib/core/vocabulary/citations.ts';
import { formatPanelHash } from '../artifacts/context/panel-hash.ts';

/** The part of a hast tree that is used here. */
interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

/**
 * Turns `art_…#L40-L42` in text into links that open that artifact at those lines. Existing links and code
 * blocks are left alone.
 */
export function rehypeCitations() {
  return (tree: HastNode) => linkCitations(tree);
}

function linkCitations(node: HastNode): void {
  if (!node.children || node.tagName === 'a' || node.tagName === 'pre') return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return linked(child.value ?? '');
    linkCitations(child);
    return isCodeCitation(child) ? (child.children ?? []) : [child];
  });
}

const linked = (text: string): HastNode[] =>
  splitCitations(text).map((part) =>
    typeof part === 'string' ? { type: 'text', value: part } : citationLink(part),
  );

const citationLink = (citation: Citation): HastNode => ({
  type: 'element',
  tagName: 'a',
  properties: { href: `#${formatPanelHash(citation)}`, className: ['cite'] },
  children: [{ type: 'text', value: citation.text }],
});

/** Models often put a citation in backticks; the link replaces them. */
const isCodeCitation = (node: HastNode): boolean =>
  node.tagName === 'code' && node.children?.length === 1 && node.children[0]?.tagName === 'a';
