import { formulaData, formulaSource } from './remark-formulas.ts';

/** The part of an mdast tree that is used here. */
interface MarkdownNode {
  type: string;
  value?: string;
  opening?: string;
  children?: MarkdownNode[];
  data?: Record<string, unknown>;
}

/** Of one text, which is a part of an answer: others are shown as their source. */
const maxFormulas = 200;

const opening = /^<details(\s[^<>]{0,200})?>/i;
const summaryTag = /^\s*<summary>([\s\S]{0,2000}?)<\/summary>/i;
const closing = '</details>';
const lineBreak = /^<br\s*\/?>$/i;
const tags = /<[^<>]{0,200}>/g;
const withBlocks = new Set(['root', 'blockquote', 'listItem']);

/**
 * What people use of HTML in markdown, as nodes of our own: `<details>` with its `<summary>`, and `<br>`. No other HTML gets through. A
 * formula that is alone in its paragraph is displayed.
 */
export function remarkRich() {
  return (tree: MarkdownNode) => enrich(tree, { formulas: 0 });
}

/** @param seen so far in the text */
function enrich(node: MarkdownNode, seen: { formulas: number }): void {
  if (node.type === 'formula') {
    seen.formulas += 1;
    if (seen.formulas > maxFormulas) node.data = formulaSource(node.value ?? '');
  }
  if (!node.children) return;
  const [only] = node.children;
  const isAlone = node.type === 'paragraph' && node.children.length === 1;
  if (isAlone && only?.type === 'formula' && only.opening === '$$')
    only.data = formulaData(only.value ?? '', true);
  node.children = withBlocks.has(node.type) ? foldDetails(node.children) : node.children.map(withBreak);
  for (const child of node.children) enrich(child, seen);
}

const withBreak = (node: MarkdownNode): MarkdownNode =>
  node.type === 'html' && lineBreak.test(node.value ?? '') ? { type: 'break' } : node;

/** Puts what follows an opening tag into it, up to its closing tag or, while it is written, to the end. */
function foldDetails(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [];
  const add = (...added: MarkdownNode[]) => (open.at(-1) ?? root).push(...added);
  for (const node of nodes) {
    const html = node.type === 'html' ? (node.value ?? '').trim() : null;
    const found = html === null ? null : opening.exec(html);
    if (html !== null && found) {
      const { details, children, isClosed, rest } = readDetails(html.slice(found[0].length), found[1]);
      add(details);
      if (!isClosed) open.push(children);
      else add(...paragraphsOf(rest));
    } else if (html?.toLowerCase().startsWith(closing) && open.length > 0) {
      open.pop();
      add(...paragraphsOf(html.slice(closing.length)));
    } else if (open.length > 0 && endsDetails(node)) {
      add({ ...node, children: node.children?.slice(0, -1) ?? [] });
      open.pop();
    } else add(node);
  }
  return root;
}

const endsDetails = ({ type, children }: MarkdownNode): boolean =>
  type === 'paragraph' &&
  children?.at(-1)?.type === 'html' &&
  children.at(-1)?.value?.toLowerCase() === closing;

function readDetails(after: string, attributes = '') {
  const summary = summaryTag.exec(after);
  const body = after.slice(summary?.[0].length ?? 0);
  const end = body.toLowerCase().indexOf(closing);
  const data = { hName: 'details', hProperties: /\bopen\b/i.test(attributes) ? { open: true } : {} };
  const children: MarkdownNode[] = [
    { type: 'summary', data: { hName: 'summary' }, children: [textNode(summary?.[1] ?? 'Details')] },
    ...paragraphsOf(end === -1 ? body : body.slice(0, end)),
  ];
  return {
    details: { type: 'details', data, children },
    children,
    isClosed: end !== -1,
    rest: end === -1 ? '' : body.slice(end + closing.length),
  };
}

/** HTML is read to the next blank line, whatever is in it: the words that stand there are text. */
function paragraphsOf(html: string): MarkdownNode[] {
  const node = textNode(html);
  return node.value === '' ? [] : [{ type: 'paragraph', children: [node] }];
}

const textNode = (html: string): MarkdownNode => ({ type: 'text', value: html.replace(tags, '').trim() });
