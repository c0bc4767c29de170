import { comparable } from './find-pages.ts';

/** Marks the pieces of a page's text that contain what is looked for. */
export function markFound(text: HTMLElement, sought: string): void {
  const wanted = comparable(sought);
  for (const piece of text.querySelectorAll('span')) {
    const isFound = wanted !== '' && comparable(piece.textContent ?? '').includes(wanted);
    piece.classList.toggle('is-found', isFound && piece.childElementCount === 0);
  }
}
