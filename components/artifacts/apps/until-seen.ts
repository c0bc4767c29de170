/** Resolves once a person can see the element: at once, or when its tab is looked at and it is scrolled to. */
export async function untilSeen(element: Element | null): Promise<void> {
  if (element === null) return;
  await new Promise<void>((resolve) => {
    const look = ([entry]: IntersectionObserverEntry[]) => {
      if (!entry?.isIntersecting || document.hidden) return;
      observer.disconnect();
      document.removeEventListener('visibilitychange', again);
      resolve();
    };
    const observer = new IntersectionObserver(look);
    const again = () => {
      observer.unobserve(element);
      observer.observe(element);
    };
    document.addEventListener('visibilitychange', again);
    observer.observe(element);
  });
}
