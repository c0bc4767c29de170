import { countHidden } from '#components/artifacts/text/hidden-characters.ts';
import { cutMarkdown, fenceAfter } from '#components/chat/markdown-blocks.ts';

export interface DocumentHeading {
  /** 1 to 6. */
  level: number;
  text: string;
  /** Name by which links within the document refer to it. */
  slug: string;
  /** Index of the block that contains it. */
  block: number;
}

/** A document in blocks that can be rendered separately, and its headings. */
export interface MarkdownDocument {
  blocks: readonly string[];
  headings: readonly DocumentHeading[];
  /** Number of invisible characters, which the rendered page does not mark. */
  hiddenCount: number;
}

const hashHeading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const definition = /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*\S.*$/gm;
const frontMatter = /^---[ \t]*\n([\s\S]{0,20000}?)\n---[ \t]*(?=\n|$)/;

/**
 * Splits a document where a block certainly ends. Links may be defined anywhere, so each block gets the
 * definitions it refers to. Yields between blocks, so that long documents do not block the page.
 */
export function* readMarkdown(text: string): Generator<void, MarkdownDocument> {
  // Front matter is shown as YAML, on the same number of lines.
  const shown = text.replaceAll('\r\n', '\n').replace(frontMatter, '```yaml\n$1\n```');
  const definitions = new Map<string, string>();
  for (const [whole, label] of shown.matchAll(definition)) {
    const key = (label ?? '').toLowerCase();
    if (!definitions.has(key)) definitions.set(key, whole.trim());
  }
  yield;
  const blocks: string[] = [];
  const headings: DocumentHeading[] = [];
  const slugs = new Map<string, number>();
  for (const [index, block] of cutMarkdown(shown).entries()) {
    for (const { level, text: title } of headingsOf(block.text)) {
      headings.push({ level, text: title, slug: countedSlug(slugOf(title), slugs), block: index });
    }
    blocks.push(withDefinitions(block.text, definitions));
    yield;
  }
  return { blocks, headings, hiddenCount: countHidden(shown.split('\n')) };
}

function withDefinitions(block: string, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0 || !block.includes(']')) return block;
  const named = Array.from(block.matchAll(/\[([^[\]\n]{1,200})\]/g), ([, label]) =>
    (label ?? '').toLowerCase(),
  );
  const lines = [...new Set(named)].flatMap((label) => definitions.get(label) ?? []);
  return lines.length === 0 ? block : `${block}\n\n${lines.join('\n')}`;
}

function headingsOf(block: string): { level: number; text: string }[] {
  const found: { level: number; text: string }[] = [];
  let fence: string | null = null;
  let before = '';
  for (const line of block.split('\n')) {
    const isCode = fence !== null;
    fence = fenceAfter(line, fence);
    if (isCode || fence !== null) {
      before = '';
      continue;
    }
    const hashes = hashHeading.exec(line);
    const under = before.trim() === '' ? null : underline.exec(line);
    if (hashes) found.push({ level: hashes[1]?.length ?? 1, text: plain(hashes[2] ?? '') });
    else if (under && /^ {0,3}[^\s>#*+-]/.test(before)) {
      found.push({ level: under[1]?.startsWith('=') ? 1 : 2, text: plain(before) });
    }
    before = line;
  }
  return found.filter(({ text }) => text !== '');
}

/** Text without inline markup. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/[*_`~]+/g, '')
    .trim();

/** The slug of a heading as forges derive it: `What it is` becomes `what-it-is`. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** A repeated heading gets a number appended. */
function countedSlug(slug: string, slugs: Map<string, number>): string {
  const count = slugs.get(slug) ?? 0;
  slugs.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}
