/** The picture beside a member's name. */
export interface Picture {
  /** Changes with the bytes, so that browsers can store a picture for good. */
  version: string;
  mimeType: string;
  bytes: Uint8Array;
}
