/** What a part of a long message leaves in its place when it becomes an attachment: `[attachment 1: 2,400 lines, art_…]`. */
export const formatAttachmentMark = (number: number, lineCount: number, artifactId: string): string =>
  `[attachment ${number}: ${lineCount.toLocaleString('en-US')} line${lineCount === 1 ? '' : 's'}, ${artifactId}]`;

/** Its words, and its artifact. */
export const attachmentMark = /\[(attachment \d+: [\d,]+ lines?), (art_[a-z2-7]{26})\]/;
