import { memberLabelOf, type SumGrouping } from '#lib/core/vocabulary/ledger/sums.ts';
import { nameMark, replaceName } from '../replace-name.ts';
import { renameMentionAuthor } from '../stored-mention.ts';
import type { MemberNameStore } from '../stores.ts';
import { type Database, sumsTable } from './database.ts';

const rowsAtOnce = 200;

/** The index of words, and the log that is never changed. */
const isLeft = (table: string): boolean => table.startsWith('search_index') || table === 'audit';

export const createMemberNames = (database: Database): MemberNameStore => ({
  async replace(memberId, name, formerNames) {
    const mark = nameMark(memberId);
    for (const column of textColumns(database))
      await changeTexts(database, { ...column, mark }, (text) => replaceName(text, memberId, name));
    // Mentions have the name beside the ID in another form, or without it.
    await changeTexts(database, { table: 'mentions', column: 'record', mark: '"by":' }, (text) =>
      renameMentionAuthor(text, memberId, name, formerNames),
    );
    // Labels of sums have the name without the ID.
    for (const row of database.all(`SELECT DISTINCT grouping, key FROM ${sumsTable}`)) {
      const [grouping, key] = [row.grouping as SumGrouping, String(row.key)];
      const label = memberLabelOf(grouping, key, { id: memberId, name });
      if (label !== null)
        database.run(
          `UPDATE ${sumsTable} SET label = ? WHERE grouping = ? AND key = ?`,
          label,
          grouping,
          key,
        );
    }
  },
});

interface TextColumn {
  table: string;
  column: string;
}

/** Changes the texts of a column that contain `mark`. */
async function changeTexts(
  database: Database,
  { table, column, mark }: TextColumn & { mark: string },
  change: (text: string) => string,
): Promise<void> {
  const found = `SELECT rowid AS at, ${column} AS text FROM ${table} WHERE rowid > ? AND instr(${column}, ?) > 0 ORDER BY rowid LIMIT ?`;
  for (let after = 0, isOver = false; !isOver; ) {
    const rows = database.all(found, after, mark, rowsAtOnce);
    database.transaction(() => {
      for (const { at, text } of rows) {
        const changed = change(String(text));
        if (changed !== text)
          database.run(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`, changed, at ?? null);
      }
    });
    after = Number(rows.at(-1)?.at ?? after);
    isOver = rows.length < rowsAtOnce;
    // People are answered in between.
    await new Promise(setImmediate);
  }
}

/** Where JSON may be: tables without row IDs have none. */
function textColumns(database: Database): TextColumn[] {
  const tables = database
    .all("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'")
    .map(({ name }) => String(name))
    .filter((name) => !isLeft(name));
  return tables.flatMap((table) =>
    database
      .all('SELECT name FROM pragma_table_info(?) WHERE type = ?', table, 'TEXT')
      .map(({ name }) => ({ table, column: String(name) })),
  );
}
