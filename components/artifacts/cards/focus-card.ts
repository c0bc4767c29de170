/** Puts the keyboard back on an artifact's card, once the page has closed what was open over it. */
export function focusCard(artifactId: string): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(artifactId)}"]`);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
  });
}
