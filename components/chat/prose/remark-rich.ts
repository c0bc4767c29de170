/** The part of an mdast tree that is used here. */
interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  data?: { hName?: string; hProperties?: Record<string, unknown>; [name: string]: unknown };
}

const opening =
  /^<details(\s[^<>]{0,200})?>\s*(?:<summary>([\s\S]*?)<\/summary>)?([\s\S]*?)(<\/details>)?\s*$/i;
const closing = /^<\/details>\s*$/i;
const lineBreak = /^<br\s*\/?>$/i;
const tags = /<[^<>]{0,200}>/g;

/**
 * What people use of HTML in markdown, as nodes of our own: `<details>` with its `<summary>`, and `<br>`. No other HTML gets through. A
 * formula that is alone in its paragraph stands by itself.
 */
export function remarkRich() {
  return (tree: MarkdownNode) => enrich(tree);
}

function enrich(node: MarkdownNode): void {
  if (!node.children) return;
  const [only] = node.children;
  if (node.type === 'paragraph' && node.children.length === 1 && only?.type === 'inlineMath') {
    only.data = { ...only.data, hProperties: { className: ['language-math', 'math-display'] } };
  }
  node.children = foldDetails(node.children);
  for (const child of node.children) enrich(child);
}

/** Puts what follows an opening tag into it, up to its closing tag or, while it is written, to the end. */
function foldDetails(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [];
  for (const node of nodes) {
    const into = open.at(-1) ?? root;
    const html = node.type === 'html' ? (node.value ?? '') : null;
    const found = html === null ? null : opening.exec(html);
    if (found) {
      const { details, children } = detailsOf(found);
      into.push(details);
      if (found[4] === undefined) open.push(children);
    } else if (html !== null && closing.test(html) && open.length > 0) open.pop();
    else if (html !== null && lineBreak.test(html)) into.push({ type: 'break' });
    else into.push(node);
  }
  return root;
}

function detailsOf([, attributes = '', summary = 'Details', rest = '']: RegExpExecArray) {
  const children: MarkdownNode[] = [
    { type: 'summary', data: { hName: 'summary' }, children: [textNode(summary)] },
  ];
  if (plain(rest) !== '') children.push({ type: 'paragraph', children: [textNode(rest)] });
  const data = { hName: 'details', hProperties: /\bopen\b/i.test(attributes) ? { open: true } : {} };
  return { details: { type: 'details', data, children }, children };
}

const textNode = (html: string): MarkdownNode => ({ type: 'text', value: plain(html) });
const plain = (html: string): string => html.replace(tags, '').trim();
