'use client';

import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { onThemeChange } from '#components/ui/theme-colours.ts';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { type Drawn, drawDiagram } from './draw-diagram.ts';

/** While the source changes faster than this, it is not drawn. */
const restMs = 300;

/** A Mermaid diagram, as an image: nothing in it runs or can be pressed. Its source, where it cannot be drawn. */
export function Diagram({ source }: { source: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isSource, setIsSource] = useState(false);
  const [revision, setRevision] = useState(0);
  useEffect(() => onThemeChange(() => setRevision((before) => before + 1)), []);
  useEffectOn([source, revision], () => {
    let isOver = false;
    const draw = async () => {
      if (!frame.current) return;
      const result = await drawDiagram(source, frame.current);
      if (isOver) return;
      if ('fault' in result) setFault(result.fault);
      else {
        setDrawn(result);
        setFault(null);
      }
    };
    const timer = setTimeout(() => void draw(), restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  });
  const isShown = drawn !== null && fault === null && !isSource;
  return (
    <div className="fence" ref={frame}>
      <div className="fence-head">
        <span className="grow clip" title={fault ?? undefined}>
          {fault === null ? 'diagram' : `Could not draw this diagram. ${fault}`}
        </span>
        {drawn !== null && fault === null && (
          <button
            type="button"
            className="btn is-small"
            aria-pressed={isSource}
            onClick={() => setIsSource(!isSource)}
          >
            Source
          </button>
        )}
        <CopyButton label="Copy the source" read={() => source} />
      </div>
      {isShown ? (
        <div className="diagram">
          {/* biome-ignore lint/performance/noImgElement: it is drawn here, there is nothing to load or to scale on a server */}
          <img src={drawn.url} width={drawn.width} height={drawn.height} alt={drawn.alt} />
        </div>
      ) : (
        <pre>
          <code>{source}</code>
        </pre>
      )}
    </div>
  );
}
