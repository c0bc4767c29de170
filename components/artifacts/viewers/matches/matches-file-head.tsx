import { PathText } from '../../text/path-text.tsx';

/** The file that the matches below it are in, and how many of them. */
export function MatchesFileHead({ path, count }: { path: string; count?: number }) {
  return (
    <div className="file">
      <span className="clip">
        <PathText path={path} />
      </span>
      {count !== undefined && <span className="n">{count}</span>}
    </div>
  );
}
