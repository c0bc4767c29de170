/** Calls `act` after so many ms; as long as the page is hidden by then, after as many again. */
export function whenVisibleAfter(ms: number, act: () => void): void {
  setTimeout(() => (document.hidden ? whenVisibleAfter(ms, act) : act()), ms);
}
