import { HiddenText } from './hidden-text.tsx';
import { PathText } from './path-text.tsx';

/** Paths and commands are set in code: a path's base name is bold, a command entirely. */
export type TitleKind = 'path' | 'command' | 'words';

export const titleClass = (kind: TitleKind): string =>
  kind === 'words' ? 'card-title clip' : 'card-title path';

export function TitleText({ kind, text }: { kind: TitleKind; text: string }) {
  if (kind === 'path') return <PathText path={text} />;
  if (kind === 'words') return text;
  return (
    <b className="clip">
      <HiddenText text={text} />
    </b>
  );
}
