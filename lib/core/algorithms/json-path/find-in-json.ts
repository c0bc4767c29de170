import { childrenOf, type JsonNode, rootNode } from './json-node.ts';
import {
  type JsonPath,
  JsonPathError,
  type JsonQuery,
  type JsonSegment,
  type JsonSelector,
  type JsonValue,
} from './json-path.ts';
import { passesFilter } from './passes-filter.ts';

/**
 * Maximum number of values visited for one path. A filter that searches everything for everything would never
 * finish.
 */
const maxSteps = 5_000_000;

export interface JsonFinding {
  /** In document order. */
  nodes: JsonNode[];
  /** If nothing was found: the matches of the last segment that matched anything. */
  lastFound: JsonNode[];
}

/**
 * The values a path selects. Nothing here recurses over the document, so its depth does not matter.
 * @throws JsonPathError if the path would visit too many values
 */
export function findInJson({ text, segments }: JsonPath, document: JsonValue): JsonFinding {
  const root = rootNode(document);
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps > maxSteps) {
      throw new JsonPathError(
        `${text} looks at over ${maxSteps.toLocaleString('en-US')} values: name more of the way`,
      );
    }
  };

  const follow = (start: readonly JsonNode[], segment: JsonSegment): JsonNode[] => {
    const found: JsonNode[] = [];
    for (const node of start) {
      const nodes = segment.isDescendant ? descendantsOf(node, step) : [node];
      for (const location of nodes) {
        for (const selector of segment.selectors)
          for (const one of select(location, selector)) found.push(one);
      }
    }
    return found;
  };

  const ask = (query: JsonQuery, current: JsonNode): JsonNode[] =>
    query.segments.reduce(follow, [query.from === 'current' ? current : root]);

  const select = (node: JsonNode, selector: JsonSelector): JsonNode[] => {
    step();
    switch (selector.kind) {
      case 'name':
        return childOf(node, selector.name);
      case 'index':
        return itemOf(node, selector.index);
      case 'slice':
        return sliceOf(node, selector);
      case 'wildcard':
        return childrenOf(node).map((child) => {
          step();
          return child;
        });
      case 'filter':
        return childrenOf(node).filter((child) => {
          step();
          return passesFilter(selector.test, (query) => ask(query, child));
        });
    }
  };

  let nodes = [root];
  let lastFound = nodes;
  for (const segment of segments) {
    const next = follow(nodes, segment);
    if (next.length > 0) lastFound = next;
    nodes = next;
    if (nodes.length === 0) break;
  }
  return { nodes, lastFound };
}

function* descendantsOf(start: JsonNode, step: () => void): Generator<JsonNode> {
  const waiting = [start];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    step();
    yield node;
    for (const child of childrenOf(node).reverse()) waiting.push(child);
  }
}

function childOf(node: JsonNode, name: string): JsonNode[] {
  const { value } = node;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  if (!Object.hasOwn(value, name)) return [];
  return [{ value: value[name] ?? null, parent: node, key: name }];
}

/** A negative index counts from the end. */
function itemOf(node: JsonNode, index: number): JsonNode[] {
  const { value } = node;
  if (!Array.isArray(value)) return [];
  const key = index < 0 ? value.length + index : index;
  const item = value[key];
  return item === undefined ? [] : [{ value: item, parent: node, key }];
}

/** As defined in RFC 9535, 2.3.4.2.2. */
function sliceOf(node: JsonNode, { start, end, step }: Extract<JsonSelector, { kind: 'slice' }>): JsonNode[] {
  if (!Array.isArray(node.value) || step === 0) return [];
  const { length } = node.value;
  const location = (index: number) => (index < 0 ? length + index : index);
  const clamp = (index: number, low: number, high: number) => Math.min(Math.max(index, low), high);
  const found: JsonNode[] = [];
  if (step > 0) {
    const upper = clamp(location(end ?? length), 0, length);
    for (let key = clamp(location(start ?? 0), 0, length); key < upper; key += step)
      found.push(...itemOf(node, key));
    return found;
  }
  const lower = end === null ? -1 : clamp(location(end), -1, length - 1);
  for (
    let key = clamp(start === null ? length - 1 : location(start), -1, length - 1);
    key > lower;
    key += step
  ) {
    found.push(...itemOf(node, key));
  }
  return found;
}
