import { PathText } from '#components/artifacts/text/path-text.tsx';

/** Names the file of the matches below, and how many there are. */
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
