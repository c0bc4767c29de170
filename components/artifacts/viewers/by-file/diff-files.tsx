'use client';

import type { LineSource } from '#components/artifacts/lines/line-source.ts';
import { createChunkStates } from '#components/artifacts/text/chunk-states.ts';
import type { DiffSection } from '#lib/core/algorithms/lines/file-section.ts';
import { diffStates } from '../diff/diff-state.ts';
import { FileStatusText } from '../diff/file-status-text.tsx';
import type { RichViewProps } from '../viewer.ts';
import { DiffFigures } from './diff-figures.tsx';
import { DiffPart } from './diff-part.tsx';
import { FilesView } from './files-view.tsx';
import { partLines, partText } from './part-text.ts';
import { sectionParts } from './section-items.ts';
import type { PartLines } from './section-list.tsx';
import { useDiffForm } from './use-diff-form.ts';

const totalOf = (sections: readonly DiffSection[]) => (
  <DiffFigures
    added={sections.reduce((sum, { added }) => sum + added, 0)}
    deleted={sections.reduce((sum, { deleted }) => sum + deleted, 0)}
  />
);
const figuresOf = (section: DiffSection) => (
  <>
    <FileStatusText {...section} />
    <DiffFigures {...section} />
  </>
);

/** A diff by file, in one column or two. */
export function DiffFiles(props: RichViewProps) {
  'use memo';
  const { isSplit, choose, canSplit } = useDiffForm();
  const pressed = (value: boolean) => ({
    'aria-pressed': isSplit === value,
    onClick: () => choose(value),
  });
  return (
    <FilesView<DiffSection>
      {...props}
      isWrapped={props.isWrapped || isSplit}
      totalOf={totalOf}
      figuresOf={figuresOf}
      Part={isSplit ? SplitPart : UnifiedPart}
      tools={
        canSplit && (
          <fieldset className="seg" aria-label="Layout">
            <button type="button" {...pressed(false)}>
              Unified
            </button>
            <button type="button" {...pressed(true)}>
              Side by side
            </button>
          </fieldset>
        )
      }
    />
  );
}

type DiffPartLines = PartLines & { value: DiffSection; path: string | null; firstLine: number };
const UnifiedPart = (props: DiffPartLines) => <Part {...props} isSplit={false} />;
const SplitPart = (props: DiffPartLines) => <Part {...props} isSplit />;

function Part(props: DiffPartLines & { isSplit: boolean }) {
  const { source, value, part, firstLine } = props;
  const parts = sectionParts(value);
  const text = partText(source, parts, part.index, statesOf(source, value, firstLine));
  if (text === null) return null;
  return (
    <DiffPart
      text={text}
      firstNumber={firstLine + text.index}
      path={props.path}
      isSplit={props.isSplit}
      isScrolling={props.isScrolling}
    />
  );
}

const retained = new WeakMap<LineSource, WeakMap<DiffSection, ReturnType<typeof createChunkStates>>>();

/**
 * The state before each part of a file. A file starts with its head, wherever that is in the diff; a section
 * without a head is the text before the first file, or the middle of one.
 */
function statesOf(source: LineSource, section: DiffSection, firstLine: number) {
  const ofSource = retained.get(source) ?? new WeakMap();
  retained.set(source, ofSource);
  const known = ofSource.get(section);
  if (known) return known;
  const parts = sectionParts(section);
  const start = section.headLineCount === 0 && firstLine > 1 ? diffStates.unknown : diffStates.start;
  const states = createChunkStates({ ...diffStates, start }, (index) => partLines(source, parts[index]));
  ofSource.set(section, states);
  return states;
}
