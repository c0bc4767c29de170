'use client';

import { Download, Search, TextWrap } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import { formatBytes } from '../../lib/core/format-bytes.ts';
import { type LineRange, parseLineRange } from '../../lib/core/lines.ts';
import type { Share } from '../../lib/core/share.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatCount } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { useReading } from '../ui/use-reading.ts';
import { artifactLooks } from './artifact-look.ts';
import { ArtifactView } from './artifact-view.tsx';
import { FormSwitch } from './form-switch.tsx';
import { languageName } from './language-name.ts';
import { richViewOf } from './rich-view.ts';
import { SearchBar } from './search-bar.tsx';
import { SharePlacard } from './share-placard.tsx';
import { fetchShownText } from './shown-text.ts';
import { TitleText } from './title-text.tsx';
import { isSearchField, useSearch } from './use-search.ts';
import { useSourceOrRich } from './use-source-or-rich.ts';
import { viewers } from './viewers.tsx';

/** The public page of a share: the frozen copy, and where it comes from. Nothing else can be reached from it. */
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
        <p className="sub">
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
  const kind = artifactLooks[metadata.type].title;
  return kind === 'words' ? <b>{metadata.title}</b> : <TitleText kind={kind} text={metadata.title} />;
}

function whatIsShared(lines: LineRange | null, { type, lineCount, byteLength }: ArtifactMetadata): string {
  if (lines) return lines.from === lines.to ? `Line ${lines.from}` : `Lines ${lines.from}–${lines.to}`;
  return lineCount === null || viewers[type].kind !== 'lines'
    ? formatBytes(byteLength)
    : `All ${formatCount(lineCount, 'line')}`;
}

function SharedCase({ baseUrl, metadata }: { baseUrl: string; metadata: ArtifactMetadata }) {
  const reading = useReading();
  const [chosenWrap, setIsWrapped] = useState<boolean | null>(null);
  const isWrapped = chosenWrap ?? reading.isWrapped;
  const rich = richViewOf(metadata);
  const { isRich, setIsRich, focus, showLine, visitSource, comeBack } = useSourceOrRich(rich);
  const region = useRef<HTMLElement>(null);
  const search = useSearch(baseUrl, false, region);
  const isLines = viewers[metadata.type].kind === 'lines' && metadata.lineCount !== null;
  const kind = languageName(metadata.language) ?? artifactLooks[metadata.type].stuff;
  const size =
    metadata.lineCount === null || !isLines
      ? formatBytes(metadata.byteLength)
      : formatCount(metadata.lineCount, 'line');
  const openSearch = () => {
    visitSource();
    search.open();
  };
  const closeSearch = () => {
    search.close();
    comeBack();
  };
  const chooseForm = (isRichWanted: boolean) => {
    if (isRichWanted) search.close();
    setIsRich(isRichWanted);
  };
  useKeys({
    'Mod+f': () => isLines && !isSearchField(document.activeElement) && openSearch(),
    Escape: () => search.isOpen && closeSearch(),
  });
  return (
    <section ref={region} className="case" aria-label="Artifact">
      <div className="bar-top">
        <span className="dim kind">
          {kind}, {size}
        </span>
        <span className="grow" />
        {rich && <FormSwitch rich={rich} isRich={isRich} onChange={chooseForm} />}
        {isLines && (
          <IconButton
            icon={Search}
            label="Search"
            shortcut="⌘F Ctrl F"
            aria-pressed={search.isOpen}
            onClick={search.isOpen ? closeSearch : openSearch}
          />
        )}
        {isLines && (
          <IconButton
            icon={TextWrap}
            label="Wrap lines"
            aria-pressed={isWrapped}
            onClick={() => setIsWrapped(!isWrapped)}
          />
        )}
        {isLines && <CopyButton label="Copy" read={() => fetchShownText(baseUrl, metadata.type)} />}
        <a className="icon-btn" href={baseUrl} download aria-label="Download" title="Download">
          <Icon of={Download} />
        </a>
      </div>
      {search.isOpen && <SearchBar search={search} onClose={closeSearch} />}
      <ArtifactView
        baseUrl={baseUrl}
        metadata={metadata}
        isRich={isRich}
        isWrapped={isWrapped}
        selection={null}
        onSelect={null}
        onLine={showLine}
        focus={focus}
        find={search.find}
      />
    </section>
  );
}
