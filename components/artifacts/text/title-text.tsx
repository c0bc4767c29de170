import { HiddenText } from './hidden-text.tsx';
import { PathText } from './path-text.tsx';

/** A path and a command are set in code; of a path the name is bold, of a command all of it. */
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
