/** Marks the pieces of a page's text that contain what is looked for. */
export function markFound(text: HTMLElement, sought: string): void {
  const wanted = sought.toLowerCase();
  for (const piece of text.querySelectorAll('span')) {
    const isFound = wanted !== '' && (piece.textContent ?? '').toLowerCase().includes(wanted);
    piece.classList.toggle('is-found', isFound && piece.childElementCount === 0);
  }
}
