/** Where signing in begins; it ends at `next`, a path of ours. */
export const signInAddress = (next: string): string => `/api/auth/sign-in?${new URLSearchParams({ next })}`;
