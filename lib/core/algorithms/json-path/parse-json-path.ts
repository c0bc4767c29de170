import type { JsonPath, JsonSegment, JsonSelector } from './json-path.ts';
import { createPathReader, type PathReader } from './path-reader.ts';
import { readFilter } from './read-filter.ts';

/**
 * Parses a path. Besides RFC 9535 it accepts what people type: no `$` at the start, names with hyphens after
 * a dot, `[]` for `[*]`.
 * @throws JsonPathError with the position and the reason
 */
export function parseJsonPath(text: string): JsonPath {
  const typed = text.trim();
  const whole = typed.startsWith('$') ? typed : `$${/^[.[]/.test(typed) ? '' : '.'}${typed}`;
  if (typed === '' || whole === '$.') return { text: '$', segments: [] };
  const reader = createPathReader(whole);
  reader.expect('$');
  const segments = readSegments(reader);
  if (!reader.isAtEnd()) reader.fail(`${JSON.stringify(reader.peek())} has no place here`);
  return { text: whole, segments };
}

function readSegments(reader: PathReader): JsonSegment[] {
  const segments: JsonSegment[] = [];
  for (;;) {
    if (reader.take('..')) segments.push({ isDescendant: true, selectors: readDescendant(reader) });
    else if (reader.take('.')) segments.push({ isDescendant: false, selectors: [readDotted(reader)] });
    else if (reader.take('[')) segments.push({ isDescendant: false, selectors: readBracket(reader) });
    else return segments;
  }
}

const readDescendant = (reader: PathReader): JsonSelector[] =>
  reader.take('[') ? readBracket(reader) : [readDotted(reader)];

function readDotted(reader: PathReader): JsonSelector {
  if (reader.take('*')) return { kind: 'wildcard' };
  const name = reader.takeName() ?? reader.takeString() ?? reader.fail('expected a name or * after the dot');
  if (reader.peek() === '(') {
    reader.fail(
      `${name}() is allowed only in a filter: [?${name}(@.x) > 1]; every answer says how many values there are`,
    );
  }
  return { kind: 'name', name };
}

/** Starts after the `[` and reads up to its `]`. */
function readBracket(reader: PathReader): JsonSelector[] {
  if (reader.take(']')) return [{ kind: 'wildcard' }];
  const selectors: JsonSelector[] = [];
  do selectors.push(readSelector(reader));
  while (reader.take(','));
  reader.expect(']');
  return selectors;
}

function readSelector(reader: PathReader): JsonSelector {
  if (reader.take('*')) return { kind: 'wildcard' };
  if (reader.take('?')) return { kind: 'filter', test: readFilter(reader, readSegments) };
  const name = reader.takeString();
  if (name !== null) return { kind: 'name', name };
  const start = reader.takeInteger();
  if (!reader.take(':')) {
    if (start !== null) return { kind: 'index', index: start };
    return reader.fail('expected a name in quotes, an index, a slice, * or ?filter');
  }
  const end = reader.takeInteger();
  const step = reader.take(':') ? reader.takeInteger() : null;
  return { kind: 'slice', start, end, step: step ?? 1 };
}
