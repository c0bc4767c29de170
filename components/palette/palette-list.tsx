'use client';

import { useEffect, useRef } from 'react';
import { PageLink } from '../ui/page-link.tsx';
import { PaletteOption, rowPath } from './palette-option.tsx';
import type { PaletteGroup, PaletteRow } from './palette-rows.ts';

/** The rows to choose from. The focus stays in the field. */
export function PaletteList(props: {
  id: string;
  groups: readonly PaletteGroup[];
  chosen: PaletteRow | null;
  /** To be marked, in lower case. */
  words: readonly string[];
  onPoint: (row: PaletteRow) => void;
  onOpen: (row: PaletteRow) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const key = props.chosen?.key ?? null;
  useEffect(() => {
    if (key !== null)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  return (
    <div ref={list} id={props.id} className="palette-list" role="listbox" aria-label="Results">
      {props.groups.map(({ name, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={name} role="group" aria-label={name}>
          <div className="palette-group" aria-hidden="true">
            {name}
          </div>
          {rows.map((row) => (
            <Row key={row.key} {...props} row={row} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Row({
  row,
  id,
  chosen,
  words,
  onPoint,
  onOpen,
}: Parameters<typeof PaletteList>[0] & { row: PaletteRow }) {
  const path = rowPath(row);
  const option = {
    id: optionId(id, row),
    className: 'palette-row',
    role: 'option',
    'aria-selected': row.key === chosen?.key,
    tabIndex: -1,
    onPointerMove: () => onPoint(row),
    // The field keeps the focus.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  } as const;
  return path === null ? (
    <button {...option} type="button" onClick={() => onOpen(row)}>
      <PaletteOption row={row} words={words} />
    </button>
  ) : (
    <PageLink
      {...option}
      href={path}
      onNavigate={(event) => {
        event.preventDefault();
        onOpen(row);
      }}
    >
      <PaletteOption row={row} words={words} />
    </PageLink>
  );
}

export const optionId = (listId: string, { key }: PaletteRow): string =>
  `${listId}-${key.replaceAll(/\W/g, '_')}`;
