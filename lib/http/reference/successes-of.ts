import type { Route } from '../routing/define-route.ts';

/** A successful response. */
export interface Success {
  status: number;
  hasJson: boolean;
  media: readonly string[];
}

const meanings: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  206: 'Part of the bytes',
  303: 'Redirect',
  304: 'Not modified',
  307: 'Redirect',
  503: 'Unavailable',
};

export const meaningOf = (status: number): string => meanings[status] ?? '';

/** Redirects have no content, and partial content is never JSON. */
export const successesOf = ({ statuses, answer, media = [] }: Route): Success[] =>
  statuses.map((status) => {
    const hasContent = status !== 204 && Math.floor(status / 100) !== 3;
    return {
      status,
      hasJson: hasContent && status !== 206 && answer !== undefined,
      media: hasContent ? media : [],
    };
  });
