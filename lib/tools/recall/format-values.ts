import { formatKeys, type JsonNode, keysOf } from '#lib/core/algorithms/json-path/json-node.ts';
import { type JsonDetail, printJson } from '#lib/core/algorithms/json-path/print-json.ts';
import { takeTokens } from '#lib/split/take-tokens.ts';
import type { RecallBudget } from './recall-budget.ts';
import { spread } from './spread.ts';
import { takeFitting } from './take-fitting.ts';

const everything = Number.POSITIVE_INFINITY;
/** From the whole value to its outline. */
const details: readonly JsonDetail[] = [
  { depth: 64, items: everything, characters: everything },
  { depth: 8, items: 50, characters: 400 },
  { depth: 4, items: 12, characters: 160 },
  { depth: 3, items: 6, characters: 80 },
  { depth: 2, items: 20, characters: 80 },
  { depth: 2, items: 8, characters: 60 },
  { depth: 2, items: 4, characters: 40 },
  { depth: 1, items: 40, characters: 80 },
  { depth: 1, items: 8, characters: 60 },
];
const outline: JsonDetail = { depth: 1, items: 3, characters: 60 };

const minValueTokens = 5;
/** More than the average length of a token in any text. */
const charactersPerToken = 12;

/** Values with their paths, within a budget: whole, shortened to fit, or a selection. */
export function formatValues(
  message: string,
  nodes: readonly JsonNode[],
  { maxTokens, count }: RecallBudget,
): string {
  const room = Math.max(1, Math.floor(maxTokens / minValueTokens));
  const chosen = spread([...nodes.entries()], room);
  const inOrder = chosen.toSorted(([one], [other]) => one - other);
  const shared = sharedKeys(chosen.map(([, node]) => keysOf(node)));
  const head = shared.length === 0 ? message : `${message}, in $${formatKeys(shared)}:`;
  const longest = maxTokens * charactersPerToken;
  const print = (node: JsonNode, detail: JsonDetail) => {
    const printed = printJson(node.value, detail, longest);
    if (printed === null) return null;
    const location = formatKeys(keysOf(node).slice(shared.length));
    return { ...printed, text: `${shared.length === 0 ? '$' : ''}${location}: ${printed.text}` };
  };
  for (const detail of nodes.length > room ? [] : details) {
    const printed = inOrder.map(([, node]) => print(node, detail));
    const texts = printed.flatMap((value) => (value === null ? [] : [value.text]));
    if (texts.length < printed.length || texts.join('').length > longest) continue;
    const isShortened = printed.some((value) => value?.isShortened);
    const text = [head, ...texts, ...(isShortened ? [deeper] : [])].join('\n');
    if (count(text) <= maxTokens) return text;
  }
  const render = (shown: readonly [number, JsonNode][]): string => {
    const lines = [head];
    let next = 0;
    for (const [index, node] of shown.toSorted(([one], [other]) => one - other)) {
      if (index > next) lines.push(`… ${(index - next).toLocaleString('en-US')} more`);
      lines.push(print(node, outline)?.text ?? '…');
      next = index + 1;
    }
    if (nodes.length > next) lines.push(`… ${(nodes.length - next).toLocaleString('en-US')} more`);
    return [...lines, deeper].join('\n');
  };
  const shown = takeFitting(chosen, maxTokens - count(render([])), ([, node]) =>
    count(`${print(node, outline)?.text ?? ''}\n`),
  );
  while (shown.length > 1 && count(render(shown)) > maxTokens) shown.pop();
  return takeTokens(render(shown), maxTokens, count).trimEnd();
}

const deeper = '(… stands for what is left out: a longer jsonPath tells it)';

/** The common prefix of several paths; empty for a single one. */
function sharedKeys(ways: readonly (string | number)[][]): (string | number)[] {
  const [first = []] = ways;
  if (ways.length < 2) return [];
  let length = first.length;
  for (const way of ways) {
    let same = 0;
    while (same < length && way[same] === first[same]) same += 1;
    length = same;
  }
  return first.slice(0, length);
}
