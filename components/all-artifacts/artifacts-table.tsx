import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactEntry } from '#lib/core/api/artifact-list.ts';
import { formatFullTokens } from '../artifacts/cards/format-full-tokens.ts';
import { viewers } from '../artifacts/viewers/viewers.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { TimeText } from '../ui/time-text.tsx';
import type { ArtifactChoice } from './artifact-choice.ts';
import { EntryMarks, type EntryProps, entryPath } from './artifact-tile.tsx';
import { lifetimeWords, whoWords } from './artifact-words.ts';
import { SelectionBox } from './selection-box.tsx';

/** The same facts as the tiles, a row for each artifact. */
export function ArtifactsTable(
  props: Pick<EntryProps, 'nowMs' | 'onSelect'> & {
    artifacts: readonly ArtifactEntry[];
    selected: ReadonlySet<string>;
    sort: ArtifactChoice['sort'];
    /** It was sorted just now, by one of its heads. */
    isSorted: RefObject<boolean>;
    onSort: (sort: ArtifactChoice['sort']) => void;
  },
) {
  const { sort, isSorted, onSort } = props;
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (isSorted.current) table.current?.querySelector<HTMLElement>('[aria-sort] button')?.focus();
    isSorted.current = false;
  }, [isSorted]);
  return (
    <div className="table-scroll">
      <table ref={table} aria-label="Artifacts" className="artifact-rows">
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">Select</span>
            </th>
            <th scope="col" className="l">
              Name
            </th>
            <th scope="col" className="l">
              Conversation
            </th>
            <th scope="col" className="l">
              By
            </th>
            <SortHead name="When" isSorted={sort === null} onSort={() => onSort(null)} />
            <SortHead name="Size" isSorted={sort === 'largest'} onSort={() => onSort('largest')} />
            <th scope="col">Full</th>
            <th scope="col">Sent</th>
            <th scope="col">Ends</th>
          </tr>
        </thead>
        <tbody>
          {props.artifacts.map((entry) => (
            <EntryRow
              key={entry.artifactId}
              entry={entry}
              isSelected={props.selected.has(entry.artifactId)}
              nowMs={props.nowMs}
              onSelect={props.onSelect}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The latest, or the largest, come first. */
const SortHead = (props: { name: string; isSorted: boolean; onSort: () => void }) => (
  <th scope="col" {...(props.isSorted ? { 'aria-sort': 'descending' as const } : {})}>
    <button type="button" onClick={props.onSort}>
      {props.name}
      {props.isSorted && <Icon of={ChevronDown} isSmall />}
    </button>
  </th>
);

function EntryRow({ entry, isSelected, nowMs, onSelect }: EntryProps) {
  const { artifactId, title, type, createdAt, fullTokens, isEstimated, sentTokens } = entry;
  return (
    <tr data-artifact={artifactId} className={isSelected ? 'is-selected' : undefined}>
      <td>
        <SelectionBox
          title={title}
          isSelected={isSelected}
          onSelect={(isRange) => onSelect(artifactId, isRange)}
        />
      </td>
      <th scope="row" className="name">
        <span className="entry-name">
          <Icon of={viewers[type].presentation.icon} isSmall />
          <PageLink className="clip" href={entryPath(entry)} title={title}>
            {title}
          </PageLink>
          <EntryMarks entry={entry} />
        </span>
      </th>
      <td className="l clip">{entry.conversationTitle}</td>
      <td className="l">{whoWords(entry)}</td>
      <td className="dim">
        <TimeText iso={createdAt} as="near" />
      </td>
      <td>{formatBytes(entry.byteLength)}</td>
      <td>
        {sentTokens === null ? '–' : formatFullTokens({ fullTokens, fullTokensEstimated: isEstimated })}
      </td>
      <td>{sentTokens === null ? '–' : <b>{formatNumber(sentTokens)}</b>}</td>
      <td className={entry.isKept ? 'kept-mark' : undefined}>{lifetimeWords(entry, nowMs)}</td>
    </tr>
  );
}
