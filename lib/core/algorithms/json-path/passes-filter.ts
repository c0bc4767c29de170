import { isContainer, type JsonNode } from './json-node.ts';
import type { JsonOperand, JsonOperator, JsonQuery, JsonTest, JsonValue } from './json-path.ts';

type Ask = (query: JsonQuery) => readonly JsonNode[];

/** Whether a value passes a filter. `ask` evaluates the paths in the filter. */
export function passesFilter(test: JsonTest, ask: Ask): boolean {
  switch (test.kind) {
    case 'or':
      return test.tests.some((one) => passesFilter(one, ask));
    case 'and':
      return test.tests.every((one) => passesFilter(one, ask));
    case 'not':
      return !passesFilter(test.test, ask);
    case 'exists':
      return ask(test.query).length > 0;
    case 'compare':
      return compare(operandValue(test.left, ask), test.operator, operandValue(test.right, ask));
  }
}

/** `undefined`: no value (RFC 9535 calls it Nothing), which equals only itself. */
function operandValue(operand: JsonOperand, ask: Ask): JsonValue | undefined {
  if (operand.kind === 'literal') return operand.value;
  const nodes = ask(operand.query);
  if (operand.kind === 'count') return nodes.length;
  const value = nodes.length === 1 ? nodes[0]?.value : undefined;
  return operand.kind === 'length' ? lengthOf(value) : value;
}

function lengthOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'string') return [...value].length;
  return value !== undefined && isContainer(value) ? Object.keys(value).length : undefined;
}

type Comparable = JsonValue | undefined;

function compare(left: Comparable, operator: JsonOperator, right: Comparable): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case '<':
      return isLess(left, right);
    case '>':
      return isLess(right, left);
    case '<=':
      return isLess(left, right) || isEqual(left, right);
    case '>=':
      return isLess(right, left) || isEqual(left, right);
  }
}

const isNumber = (value: Comparable): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

function isLess(left: Comparable, right: Comparable): boolean {
  if (isNumber(left) && isNumber(right)) return left < right;
  return typeof left === 'string' && typeof right === 'string' && left < right;
}

/** Deep equality without recursion: keeps a list of the pairs still to compare. */
function isEqual(left: Comparable, right: Comparable): boolean {
  const waiting: [Comparable, Comparable][] = [[left, right]];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    // biome-ignore lint/suspicious/noDoubleEquals: 2n == 2 has to be true
    if (isNumber(one) && isNumber(other) && one == other) continue;
    if (one === undefined || other === undefined || !isContainer(one) || !isContainer(other)) return false;
    const keys = Object.keys(one);
    if (Array.isArray(one) !== Array.isArray(other) || keys.length !== Object.keys(other).length)
      return false;
    for (const key of keys) {
      if (!Object.hasOwn(other, key)) return false;
      waiting.push([memberOf(one, key), memberOf(other, key)]);
    }
  }
  return true;
}

const memberOf = (container: object, key: string): Comparable =>
  (container as Record<string, JsonValue>)[key];
