import { HiddenText } from './hidden-text.tsx';

/** A path with its base name bold. If it is too long, its folders are shortened first. */
export function PathText({ path }: { path: string }) {
  const nameAt = path.replace(/\/$/, '').lastIndexOf('/') + 1;
  return (
    <>
      {nameAt > 0 && (
        <span className="dir clip">
          <HiddenText text={path.slice(0, nameAt)} />
        </span>
      )}
      <b className="clip">
        <HiddenText text={path.slice(nameAt)} />
      </b>
    </>
  );
}
