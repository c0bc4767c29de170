import { addCell, type Column, createColumn } from '../columns/column.ts';
import { describeColumn } from '../columns/describe-column.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { quote } from '../quote.ts';

/** What the named fields of a log's entries hold: a status, a duration, a user. */
export interface EntryFields {
  add(fields: Iterable<readonly [name: string, value: string]>, line: number): void;
  columns(): Iterable<Column<number>>;
  /** Of the fields of one entry those that few of all have. */
  rareOf(
    fields: readonly (readonly [name: string, value: string])[],
    entryCount: number,
  ): (readonly [name: string, value: string])[];
}

const maxFields = 60;
const maxNameCharacters = 60;
const rareShare = 0.05;
const maxRareFieldsShown = 8;
const maxRareCharacters = 40;

export function createEntryFields(): EntryFields {
  const columns = new Map<string, Column<number>>();
  return {
    add(fields, line) {
      for (const [name, value] of fields) {
        let column = columns.get(name);
        if (!column) {
          if (columns.size >= maxFields || name.length > maxNameCharacters) continue;
          column = createColumn(name);
          columns.set(name, column);
        }
        if (value !== '') addCell(column, value, line);
      }
    },
    columns: () => columns.values(),
    rareOf: (fields, entryCount) =>
      fields
        .filter(
          ([name, value]) =>
            value.length <= maxRareCharacters &&
            (columns.get(name)?.filled ?? 0) <= Math.max(1, entryCount * rareShare),
        )
        .slice(0, maxRareFieldsShown),
  };
}

/** How things went, however few entries say so. */
const tellsState = /(?:^|[._])(?:status|state|result|outcome|code|verdict)$/i;
const leadingFields = 5;
/** A field of fewer entries is no property of the log. */
const minEntries = 3;

/** Behind the problems: what only some entries have is told where there is room. */
const rankOfRare = ranks.sample + 12;

/** What can be told of the fields in short; those that most of the entries have come first. */
export function fieldSection(columns: Iterable<Column<number>>, entryCount: number): Section {
  const described = [...columns].flatMap((column) => {
    if (column.filled < minEntries) return [];
    const text = describeColumn(column, {
      rowCount: column.filled,
      nameRow: (line) => ` (line ${line})`,
      hasSums: false,
    });
    const isConstant = column.values?.size === 1 && column.filled >= entryCount;
    const isUsual = (column.filled * 2 > entryCount || tellsState.test(column.name)) && !isConstant;
    return text === null ? [] : [{ text: `${quote(column.name, maxNameCharacters)}: ${text}`, isUsual }];
  });
  const facts: Fact[] = described.map(({ text, isUsual }, index) => ({
    rank: (isUsual && index < leadingFields ? ranks.spread : rankOfRare) + index,
    text,
  }));
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}
