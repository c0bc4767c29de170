import type { JsonOperand, JsonOperator, JsonQuery, JsonSegment, JsonTest } from './json-path.ts';
import type { PathReader } from './path-reader.ts';

type ReadSegments = (reader: PathReader) => JsonSegment[];

/** Longer operators first: `<=` starts with `<`. */
const operators = ['==', '!=', '<=', '>=', '<', '>'] as const satisfies readonly JsonOperator[];
const functions = ['length', 'count', 'value'] as const;

/** Reads the expression after the `?` of a filter. `or` binds weaker than `and`. */
export function readFilter(reader: PathReader, readSegments: ReadSegments): JsonTest {
  const readQuery = (): JsonQuery | null => {
    if (reader.take('@')) return { from: 'current', segments: readSegments(reader) };
    if (reader.take('$')) return { from: 'root', segments: readSegments(reader) };
    return null;
  };
  const readOr = (): JsonTest => readList('or', '||', () => readList('and', '&&', readBasic));
  const readList = (kind: 'or' | 'and', symbol: string, readOne: () => JsonTest): JsonTest => {
    const first = readOne();
    const tests = [first];
    while (reader.take(symbol)) tests.push(readOne());
    return tests.length === 1 ? first : { kind, tests };
  };
  const readBasic = (): JsonTest => {
    if (reader.take('!')) return { kind: 'not', test: readBasic() };
    if (reader.take('(')) {
      const test = readOr();
      reader.expect(')');
      return test;
    }
    const left = readOperand();
    if (reader.take('=~')) reader.fail('=~ is not known: a query finds text by a regular expression');
    const operator = operators.find((symbol) => reader.take(symbol));
    if (operator !== undefined) return { kind: 'compare', operator, left, right: readOperand() };
    if (left.kind === 'query') return { kind: 'exists', query: left.query };
    return reader.fail(`expected one of ${operators.join(' ')}`);
  };
  const readOperand = (): JsonOperand => {
    const query = readQuery();
    if (query !== null) return { kind: 'query', query };
    const text = reader.takeString();
    if (text !== null) return { kind: 'literal', value: text };
    const number = reader.takeNumber();
    if (number !== null) return { kind: 'literal', value: number };
    const word =
      reader.takeName() ?? reader.fail('expected @, $, a text in quotes, a number, true, false or null');
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
    if (word === 'null') return { kind: 'literal', value: null };
    const name = functions.find((known) => known === word);
    if (name === undefined) {
      return reader.fail(
        `${word} is not known. A text stands in quotes; of functions there are ${functions.join(', ')}`,
      );
    }
    reader.expect('(');
    const argument = readQuery() ?? reader.fail(`${name}() takes a path: ${name}(@.x)`);
    reader.expect(')');
    return { kind: name, query: argument };
  };
  return readOr();
}
