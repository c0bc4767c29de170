/** Until its page says how tall it is. */
export const firstHeightPx = 240;

/** The place of an app while it is loaded. */
export const AppSkeleton = () => (
  <div className="card-body" style={{ height: firstHeightPx }} aria-busy="true" />
);
