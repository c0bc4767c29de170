/** Where signing in starts; it returns to `next`, a path on this site. */
export const signInAddress = (next: string): string => `/api/auth/sign-in?${new URLSearchParams({ next })}`;
