/** Returns the keyboard focus to an artifact's card after what was open over it has closed. */
export function focusCard(artifactId: string): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(artifactId)}"]`);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
  });
}
