import { addCell, type Column, createColumn } from '../columns/column.ts';
import { describeColumn } from '../columns/describe-column.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { quote } from '../quote.ts';

/** The values of named fields in a log's entries: a status, a duration, a user. */
export interface EntryFields {
  add(fields: Iterable<readonly [name: string, value: string]>, line: number): void;
  columns(): Iterable<Column<number>>;
  /** The fields of one entry that few entries have. */
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
          columns.set(column.name, column);
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

/** Fields that report an outcome matter however few entries have them. */
const stateName = /(?:^|[._])(?:status|state|result|outcome|code|verdict)$/i;
const leadingFields = 5;
/** A field in fewer entries is not a property of the log. */
const minEntries = 3;

/** Ranks after the problems: fields of only some entries are shown while there is room. */
const rankOfRare = ranks.sample + 12;

/** Fields that can be described briefly; those in most entries come first. */
export function fieldSection(columns: Iterable<Column<number>>, entryCount: number): Section {
  const described = [...columns].flatMap((column) => {
    if (column.filled < minEntries) return [];
    const text = describeColumn(column, {
      rowCount: column.filled,
      nameRow: (line) => ` (line ${line})`,
      hasSums: false,
    });
    const isConstant = column.values?.size === 1 && column.filled >= entryCount;
    const isUsual = (column.filled * 2 > entryCount || stateName.test(column.name)) && !isConstant;
    return text === null ? [] : [{ text: `${quote(column.name, maxNameCharacters)}: ${text}`, isUsual }];
  });
  const facts: Fact[] = described.map(({ text, isUsual }, index) => ({
    rank: (isUsual && index < leadingFields ? ranks.spread : rankOfRare) + index,
    text,
  }));
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}
