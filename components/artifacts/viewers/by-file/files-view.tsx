'use client';

import { type ComponentType, type ReactNode, useState } from 'react';
import { LoadFault } from '#components/artifacts/text/load-fault.tsx';
import { LoadSkeleton } from '#components/artifacts/text/load-skeleton.tsx';
import { formatNumber } from '#components/ui/format-number.ts';
import type { DiffSection, MatchesSection } from '#lib/core/algorithms/lines/file-section.ts';
import type { RichViewProps } from '../viewer.ts';
import { FileHead } from './file-head.tsx';
import { FilesBar } from './files-bar.tsx';
import { type PartLines, SectionList } from './section-list.tsx';
import { useFolding } from './use-folding.ts';
import { useSections } from './use-sections.ts';

const skeletonRows = 12;

interface FilesViewProps<T> extends RichViewProps {
  /** Renders the totals of some files. */
  totalOf: (sections: readonly T[]) => ReactNode;
  figuresOf: (section: T) => ReactNode;
  Part: ComponentType<PartLines & { value: T; path: string | null; firstLine: number }>;
  /** Rendered at the right of the bar. */
  tools?: ReactNode;
}

/** An artifact by file: a bar for all of them, and each under its head, folded or not. */
export function FilesView<T extends DiffSection | MatchesSection>(props: FilesViewProps<T>) {
  'use memo';
  const { baseUrl, metadata, figuresOf, Part } = props;
  const { value: known, failure, reload } = useSections<T>(baseUrl, metadata.lineCount);
  const { isFolded, toggle, foldAll, isAllFolded } = useFolding();
  const [focus, setFocus] = useState<{ section: number } | null>(null);
  const sections = known?.sections ?? null;
  // The path if there is only one file: it is named only at the beginning, which may not be loaded.
  const onlyFile = metadata.files.length === 1 ? (metadata.files[0] ?? null) : null;
  const files = (sections ?? []).map((section) => ({
    path: section.path ?? onlyFile,
    figures: figuresOf(section),
  }));
  if (known === null || sections === null) {
    if (failure === null) return <LoadSkeleton rows={skeletonRows} />;
    return (
      <LoadFault
        text="Could not load the files of this artifact. Open Source to see all of it."
        onRetry={reload}
      />
    );
  }
  const { isCut } = known;
  const goTo = (section: number) => {
    if (isFolded(section)) toggle(section);
    setFocus({ section });
  };
  return (
    <>
      <FilesBar
        files={files}
        isCut={isCut}
        isAllFolded={isAllFolded}
        onFoldAll={foldAll}
        onFile={goTo}
        figures={props.totalOf(sections)}
      >
        {props.tools}
      </FilesBar>
      {failure && (
        <LoadFault text="Could not load more files. Open Source to see all of them." onRetry={reload} />
      )}
      <SectionList
        baseUrl={baseUrl}
        metadata={metadata}
        sections={sections}
        isFolded={isFolded}
        isWrapped={props.isWrapped}
        focus={focus}
        renderHead={(index) => (
          <FileHead
            path={files[index]?.path ?? null}
            isFolded={isFolded(index)}
            onToggle={(isStuck) => {
              toggle(index);
              if (isStuck) setFocus({ section: index });
            }}
          >
            {files[index]?.figures}
          </FileHead>
        )}
        renderPart={(lines) => {
          const value = sections[lines.section];
          if (!value) return null;
          return (
            <Part
              {...lines}
              value={value}
              path={files[lines.section]?.path ?? null}
              firstLine={metadata.firstLine}
            />
          );
        }}
      />
      {isCut && (
        <p className="lines-note">
          The first {formatNumber(sections.length)} files. Open Source to see all of them.
        </p>
      )}
    </>
  );
}
