'use client';

import { cutText } from '../../lib/core/cut-text.ts';
import { shortLines } from '../artifacts/line-words.ts';
import { useArtifactPanel } from '../artifacts/panel-context.tsx';
import { parsePanelHash } from '../artifacts/panel-hash.ts';

/** `art_…#L40-L42` in the agent's words: opens that artifact at those lines, under the name it has in this conversation. */
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

/** A command may fill a screen; within a sentence its beginning names it. */
const shorten = (title: string): string =>
  title.length > longestTitle ? `${cutText(title, longestTitle)}…` : title;
