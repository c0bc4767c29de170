'use client';

import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import { useArtifactPanel } from '../artifacts/context/panel-context.tsx';
import { parsePanelHash } from '../artifacts/context/panel-hash.ts';
import { shortLines } from '../artifacts/text/line-words.ts';

/** `art_…#L40-L42` in the agent's words: shows that artifact's title, and opens it at those lines. */
export function CitationLink({ hash, text }: { hash: string; text: string }) {
  const { open, titleOf } = useArtifactPanel();
  const target = parsePanelHash(hash);
  if (!target) return <>{text}</>;
  const title = titleOf(target.artifactId);
  const lines = target.lines === null ? '' : ` ${shortLines(target.lines)}`;
  return (
    <a
      className="cite"
      href={hash}
      title={text}
      onClick={(event) => {
        event.preventDefault();
        open(target);
      }}
    >
      {title === null ? text : `${shorten(title)}${lines}`}
    </a>
  );
}

const longestTitle = 48;

/** A command may be very long; within a sentence its beginning identifies it. */
const shorten = (title: string): string =>
  title.length > longestTitle ? `${cutText(title, longestTitle)}…` : title;
