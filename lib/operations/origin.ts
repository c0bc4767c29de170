/** Where a call comes from, and whether somebody still waits for its answer. */
export interface Origin {
  /** The caller's network address; `null`: not known. */
  address: string | null;
  /** The address of this site as the caller reached it, without a path: `https://vitrine.example`. */
  siteUrl: string;
  signal: AbortSignal;
  /** The name of the API token that was used; `null`: a browser. */
  tokenName: string | null;
}
