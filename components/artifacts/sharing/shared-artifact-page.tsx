'use client';

import { Download, Search, TextWrap } from 'lucide-react';
import { useRef } from 'react';
import { BrandMark } from '#components/ui/brand-mark.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { formatCount } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useKeys } from '#components/ui/use-keys.ts';
import { type LineRange, parseLineRange } from '#lib/core/algorithms/lines/lines.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Share } from '#lib/core/vocabulary/share.ts';
import { LazyAppView } from '../cards/rare-parts.ts';
import { SearchBar } from '../lines/search-bar.tsx';
import { isSearchField, useSearch } from '../lines/use-search.ts';
import { languageName } from '../text/language-name.ts';
import { longLines } from '../text/line-words.ts';
import { TitleText } from '../text/title-text.tsx';
import { ArtifactView } from '../viewers/artifact-view.tsx';
import { FormSwitch } from '../viewers/form-switch.tsx';
import { richViewOf } from '../viewers/rich-view-of.ts';
import { fetchShownText } from '../viewers/shown-text.ts';
import { useViewing } from '../viewers/use-viewing.ts';
import { viewers } from '../viewers/viewers.ts';
import { SharePlacard } from './share-placard.tsx';

/** The public page of a share: the frozen copy and its provenance. It gives access to nothing else. */
export function SharedArtifactPage(props: { token: string; share: Share; metadata: ArtifactMetadata }) {
  const { share, metadata } = props;
  const baseUrl = `/api/shares/${props.token}/artifact`;
  const lines = share.lines === null ? null : parseLineRange(share.lines);
  return (
    <main className="sheet">
      <header>
        <h1>
          <SharedTitle metadata={metadata} />
        </h1>
        <p className="sheet-sub">
          {whatIsShared(lines, metadata)}, shared by {share.createdBy.name}
        </p>
      </header>
      <SharedCase baseUrl={baseUrl} metadata={metadata} />
      <SharePlacard share={share} metadata={metadata} />
      <footer className="colophon">
        <BrandMark />
        <span>Shown with Vitrine</span>
      </footer>
    </main>
  );
}

function SharedTitle({ metadata }: { metadata: ArtifactMetadata }) {
  const kind = viewers[metadata.type].presentation.title;
  return kind === 'words' ? <b>{metadata.title}</b> : <TitleText kind={kind} text={metadata.title} />;
}

function whatIsShared(lines: LineRange | null, { type, lineCount, byteLength }: ArtifactMetadata): string {
  if (lines) return longLines(lines);
  return lineCount === null || viewers[type].lines === null
    ? formatBytes(byteLength)
    : `All ${formatCount(lineCount, 'line')}`;
}

function SharedCase({ baseUrl, metadata }: { baseUrl: string; metadata: ArtifactMetadata }) {
  const rich = richViewOf(metadata);
  const region = useRef<HTMLElement>(null);
  const search = useSearch(baseUrl, false, region);
  const view = useViewing(rich, search);
  const isLines = viewers[metadata.type].lines !== null && metadata.lineCount !== null;
  const kind = languageName(metadata.language) ?? viewers[metadata.type].presentation.stuff;
  const size =
    metadata.lineCount === null || !isLines
      ? formatBytes(metadata.byteLength)
      : formatCount(metadata.lineCount, 'line');
  useKeys({
    'Mod+f': () => isLines && !isSearchField(document.activeElement) && view.openSearch(),
    Escape: () => search.isOpen && view.closeSearch(),
  });
  const shown = (
    <ArtifactView
      baseUrl={baseUrl}
      metadata={metadata}
      isRich={view.isRich}
      isWrapped={view.isWrapped}
      selection={null}
      onSelect={null}
      onLine={view.showLine}
      focus={view.focus}
      find={search.find}
    />
  );
  return (
    <section ref={region} className="case" aria-label="Artifact">
      <div className="bar-top">
        <span className="dim kind">
          {kind}, {size}
        </span>
        <span className="grow" />
        {rich && <FormSwitch rich={rich} isRich={view.isRich} onChange={view.setIsRich} />}
        {isLines && (
          <IconButton
            icon={Search}
            label="Search"
            shortcut="⌘F Ctrl F"
            aria-pressed={search.isOpen}
            onClick={view.toggleSearch}
          />
        )}
        {isLines && (
          <IconButton
            icon={TextWrap}
            label="Wrap lines"
            aria-pressed={view.isWrapped}
            onClick={view.toggleWrap}
          />
        )}
        {isLines && <CopyButton label="Copy" read={() => fetchShownText(baseUrl, metadata.type)} />}
        <a
          className="icon-btn"
          href={`${baseUrl}?download=1`}
          download
          aria-label="Download"
          title="Download"
        >
          <Icon of={Download} />
        </a>
      </div>
      {search.isOpen && <SearchBar search={search} onClose={view.closeSearch} />}
      {metadata.app ? (
        <LazyAppView baseUrl={baseUrl} title={metadata.title}>
          {shown}
        </LazyAppView>
      ) : (
        shown
      )}
    </section>
  );
}
