/**
 * The start of a record that is written one column a line: `-[ RECORD 1 ]---` of psql, `*** 1. row ***` of
 * mysql.
 */
export const recordStart = /^(?:-\[ RECORD \d{1,15} \]|\*{3,100} \d{1,15}\. row \*{3,100}$)/;

/** A column of such a record: `name | value`, `name: value`, `name = value` of sqlite3 -line. */
export const recordField = /^\s{0,60}([\w. ()]{1,80}?)\s{0,60}(?: = |\| |: )(.*)$/;
