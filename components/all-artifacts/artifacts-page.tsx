'use client';

import { LayoutGrid, List } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactEntry, ArtifactList } from '#lib/core/api/artifact-list.ts';
import { isNearlyFull, keptShare, type StorageUsage } from '#lib/core/vocabulary/storage-usage.ts';
import { artifactUrl } from '../artifacts/api/artifact-api.ts';
import type { ShareSubject } from '../artifacts/context/share-subject.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import type { SessionInfo } from '../layout/session-info.ts';
import { dayTitle, groupByTitle } from '../ui/day-title.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyPopup } from '../ui/lazy-component.tsx';
import { sendJson } from '../ui/request-json.ts';
import { TimeText } from '../ui/time-text.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { useReadingTime } from '../ui/use-reading-time.ts';
import { type ArtifactChoice, artifactsAddress, isFiltered, noFilters } from './artifact-choice.ts';
import { ArtifactFilters, type Named } from './artifact-filters.tsx';
import { ArtifactTile } from './artifact-tile.tsx';
import { ArtifactsTable } from './artifacts-table.tsx';
import { SelectionFoot } from './selection-foot.tsx';
import { useMoreArtifacts } from './use-more-artifacts.ts';
import { useSelection } from './use-selection.ts';

const ComparePopup = lazyPopup(async () => (await import('./compare-popup.tsx')).ComparePopup);
const SharePopup = lazyPopup(async () => (await import('../artifacts/sharing/share-popup.tsx')).SharePopup);

/** All artifacts that the member may read: to find, open, keep, share and compare. */
export function ArtifactsPage(props: {
  choice: ArtifactChoice;
  first: ArtifactList;
  usage: StorageUsage;
  /** Of those that the member may read, where storage is nearly full; otherwise `null`. */
  largestKept: ArtifactEntry | null;
  conversations: readonly Named[];
  people: readonly Named[];
  tools: readonly string[];
  session: SessionInfo;
}) {
  const { choice, first, usage, largestKept, session } = props;
  const router = useRouter();
  /** The list is another one after a sort: its head has the focus again. */
  const isSorted = useRef(false);
  /** What the address has, or will have once the server has answered. */
  const wanted = useRef(choice);
  useEffect(() => {
    wanted.current = choice;
  }, [choice]);
  const choose = (change: Partial<ArtifactChoice>) => {
    wanted.current = { ...wanted.current, ...change };
    router.replace(artifactsAddress(wanted.current), { scroll: false });
  };
  return (
    <main className="ledger artifacts-page">
      <header className="head">
        <MenuButton />
        <h1>Artifacts</h1>
        <KeptFigure usage={usage} />
        <div className="seg">
          <button type="button" aria-pressed={!choice.isList} onClick={() => choose({ isList: false })}>
            <Icon of={LayoutGrid} isSmall />
            Grid
          </button>
          <button type="button" aria-pressed={choice.isList} onClick={() => choose({ isList: true })}>
            <Icon of={List} isSmall />
            List
          </button>
        </div>
      </header>
      <ArtifactFilters {...props} figure={formatTotal(first)} onChoose={choose} />
      {isNearlyFull(usage) && usage.quotaBytes !== null && (
        <div className="note warn nearly-full" role="status">
          <p>
            <b>
              Nearly full: {formatBytes(usage.keptBytes)} of {formatBytes(usage.quotaBytes)}.
            </b>{' '}
            New results go on as before; once it is full, nothing more can be kept.
            {largestKept !== null && (
              <>
                {' '}
                The largest kept one that you may see is <span className="mono">{largestKept.title}</span>,{' '}
                {formatBytes(largestKept.byteLength)}, from <TimeText iso={largestKept.createdAt} as="near" />
                .
              </>
            )}
          </p>
          {largestKept !== null && (
            <button
              type="button"
              className="btn small"
              onClick={() => choose({ ...noFilters, kept: true, sort: 'largest', isList: true })}
            >
              Show the largest
            </button>
          )}
        </div>
      )}
      <Results
        // Another address is another list.
        key={artifactsAddress({ ...choice, isList: false })}
        choice={choice}
        first={first}
        session={session}
        isSorted={isSorted}
        onSort={(sort) => {
          isSorted.current = true;
          choose({ sort });
        }}
        onClearFilters={() => choose(noFilters)}
      />
    </main>
  );
}

/** How many artifacts there are on all pages. */
const formatTotal = ({ total, isCut }: ArtifactList): string =>
  `${formatNumber(total ?? 0)}${isCut ? '+' : ''}`;

/** How much the team keeps. */
function KeptFigure({ usage }: { usage: StorageUsage }) {
  const { keptBytes, quotaBytes } = usage;
  const share = Math.min(1, keptShare(usage) ?? 0);
  return (
    <p className="kept-figure">
      {quotaBytes !== null && (
        <span className={isNearlyFull(usage) ? 'bar is-low' : 'bar'} aria-hidden="true">
          <i style={{ width: `${100 * share}%` }} />
        </span>
      )}
      <span>
        <b>{formatBytes(keptBytes)}</b>
        {quotaBytes === null ? ' kept by the team' : ` of ${formatBytes(quotaBytes)} kept by the team`}
      </span>
    </p>
  );
}

type Opened =
  | { kind: 'share'; subject: ShareSubject }
  | { kind: 'compare'; pair: readonly [ArtifactEntry, ArtifactEntry] }
  | null;

function Results(props: {
  choice: ArtifactChoice;
  first: ArtifactList;
  session: SessionInfo;
  isSorted: RefObject<boolean>;
  onSort: (sort: ArtifactChoice['sort']) => void;
  onClearFilters: () => void;
}) {
  const { choice, first, session } = props;
  const { artifacts, hasMore, error, end, readMore, change } = useMoreArtifacts(choice, first);
  const selection = useSelection(artifacts.map(({ artifactId }) => artifactId));
  const [message, setMessage] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened>(null);
  const time = useReadingTime(session.renderedAt);
  const nowMs = time.isKnown ? time.nowMs : null;
  const selected = artifacts.filter(({ artifactId }) => selection.ids.has(artifactId));
  const select = (artifactId: string, isRange: boolean) => {
    setMessage(null);
    selection.toggle(artifactId, isRange);
  };
  useKeys({
    x: () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-artifact]')?.dataset.artifact;
      return id === undefined ? false : select(id, false);
    },
    Escape: () => (selection.ids.size === 0 ? false : selection.clear()),
  });
  const keep = async (isKept: boolean) => {
    setMessage(null);
    for (const { artifactId } of selected.filter((one) => one.isKept !== isKept)) {
      const path = `${artifactUrl(artifactId)}/keep`;
      const result = isKept
        ? await sendJson<KeepAnswer>('POST', path, { ttlSeconds: null })
        : await sendJson<KeepAnswer>('DELETE', path);
      if (!result.ok) return setMessage(result.error);
      change(artifactId, { isKept, expiresAt: result.value.expiresAt });
      if (result.value.notice) setMessage(result.value.notice);
    }
  };

  if (artifacts.length === 0 && !hasMore) return <Nothing {...props} />;
  return (
    <>
      {first.isIncomplete && (
        <p className="dim small" role="status">
          Not everything is indexed yet: some may be missing.
        </p>
      )}
      {choice.isList ? (
        <ArtifactsTable
          artifacts={artifacts}
          selected={selection.ids}
          sort={choice.sort}
          nowMs={nowMs}
          onSelect={select}
          isSorted={props.isSorted}
          onSort={props.onSort}
        />
      ) : (
        groupByTitle(artifacts, ({ createdAt }) =>
          choice.sort === null ? dayTitle(createdAt, time) : 'Largest first',
        ).map(([title, group]) => (
          <div key={title}>
            <h2 className="day-title">{title}</h2>
            <div className={selection.ids.size > 0 ? 'artifact-tiles is-selecting' : 'artifact-tiles'}>
              {group.map((entry) => (
                <ArtifactTile
                  key={entry.artifactId}
                  entry={entry}
                  isSelected={selection.ids.has(entry.artifactId)}
                  nowMs={nowMs}
                  onSelect={select}
                />
              ))}
            </div>
          </div>
        ))
      )}
      <div ref={end} className="dim small list-end">
        {hasMore
          ? `${formatNumber(artifacts.length)} of ${formatTotal(first)}. More come as you scroll.`
          : `${formatNumber(artifacts.length)} in all.`}
        {error !== null && (
          <>
            {' '}
            <span role="alert">{error}</span>{' '}
            <button type="button" className="link" onClick={() => void readMore()}>
              Try again
            </button>
          </>
        )}
      </div>
      <SelectionFoot
        selected={selected}
        message={message}
        onCompare={(before, after) => setOpened({ kind: 'compare', pair: [before, after] })}
        onKeep={(isKept) => void keep(isKept)}
        onShare={({ artifactId, title, lineCount }) =>
          setOpened({ kind: 'share', subject: { artifactId, title, lineCount, lines: null } })
        }
        onClear={selection.clear}
      />
      <ComparePopup
        isOpen={opened?.kind === 'compare'}
        pair={opened?.kind === 'compare' ? opened.pair : null}
        onClose={() => setOpened(null)}
      />
      <SharePopup
        isOpen={opened?.kind === 'share'}
        subject={opened?.kind === 'share' ? opened.subject : null}
        isTeam={session.isTeam}
        isLinkAllowed={session.linkShares}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

interface KeepAnswer {
  expiresAt: string | null;
  notice?: string | null;
}

function Nothing({ choice, onClearFilters }: { choice: ArtifactChoice; onClearFilters: () => void }) {
  return isFiltered(choice) ? (
    <p className="nothing">
      <b>No artifact matches.</b>
      <button type="button" className="link" onClick={onClearFilters}>
        Clear the filters
      </button>
    </p>
  ) : (
    <p className="nothing">
      <b>No artifacts yet.</b>
      What the agent reads and what you attach shows up here.
    </p>
  );
}
