/** Until its page says how tall it is. */
export const firstHeightPx = 240;

/** As tall as an app at its start, while that is loaded. */
export const AppSkeleton = () => (
  <div className="card-body" style={{ height: firstHeightPx }} aria-busy="true" />
);
