/** A path with its name bold. Where it is too long, its folders give way first. */
export function PathText({ path }: { path: string }) {
  const nameAt = path.replace(/\/$/, '').lastIndexOf('/') + 1;
  return (
    <>
      {nameAt > 0 && <span className="dir clip">{path.slice(0, nameAt)}</span>}
      <b className="clip">{path.slice(nameAt)}</b>
    </>
  );
}
