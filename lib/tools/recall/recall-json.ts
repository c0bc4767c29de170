import { findInJson } from '#lib/core/algorithms/json-path/find-in-json.ts';
import { formatKeys, isContainer, type JsonNode, keysOf } from '#lib/core/algorithms/json-path/json-node.ts';
import { JsonPathError, type JsonValue } from '#lib/core/algorithms/json-path/json-path.ts';
import { parseJsonPath } from '#lib/core/algorithms/json-path/parse-json-path.ts';
import { readJsonDocument } from '#lib/core/algorithms/json-path/read-json-document.ts';
import { limits } from '#lib/core/limits.ts';
import { plural } from '#lib/split/plural.ts';
import { takeTokens } from '#lib/split/take-tokens.ts';
import { formatValues } from './format-values.ts';
import type { RecallBudget } from './recall-budget.ts';
import type { RecallProblem } from './recall-problem.ts';
import type { RecallSource } from './recall-source.ts';

/**
 * The values that a path selects: their count, then each with its own path; if they are too long, shortened,
 * and if that is not enough, a selection.
 */
export async function recallJson(
  source: RecallSource,
  typedPath: string,
  budget: RecallBudget,
): Promise<string | RecallProblem> {
  if (source.byteLength > limits.jsonPathBytes) {
    const limit = limits.jsonPathBytes / 1024 / 1024;
    return {
      problem: `${source.title} is over ${limit} MiB, the most that a jsonPath reads: use a query or lines`,
    };
  }
  try {
    const path = parseJsonPath(typedPath);
    const document = readJsonDocument(await readText(source));
    if ('problem' in document) {
      return {
        problem: `${source.title} is not JSON (${document.problem.replace(/\s+/g, ' ').slice(0, 160)}): use a query or lines`,
      };
    }
    const { nodes, lastFound } = findInJson(path, document.value);
    const note = document.note === null ? '' : ` (read as ${document.note})`;
    const text = `${plural(nodes.length, 'value')} at ${path.text}${note}`;
    if (nodes.length > 0) return formatValues(text, nodes, budget);
    return takeTokens(`${text}. ${formatLast(lastFound)}`, budget.maxTokens, budget.count);
  } catch (error) {
    if (error instanceof JsonPathError) return { problem: error.message };
    throw error;
  }
}

async function readText({ open }: RecallSource): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of open()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

const shownKeys = 20;

/** For a path that selects nothing: what exists at the last part that still matched. */
function formatLast([node]: readonly JsonNode[]): string {
  if (!node) return 'The document is empty.';
  return `$${formatKeys(keysOf(node))} is ${kindOf(node.value)}`;
}

function kindOf(value: JsonValue): string {
  if (!isContainer(value))
    return value === null ? 'null' : `a ${typeof value === 'bigint' ? 'number' : typeof value}`;
  if (Array.isArray(value)) return `an array of ${plural(value.length, 'item')}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty object';
  const shown = keys.slice(0, shownKeys).map((key) => (key.length > 60 ? `${key.slice(0, 60)}…` : key));
  const more = keys.length - shown.length;
  return `an object with the keys ${shown.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}`;
}
