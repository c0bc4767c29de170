const maxFrames = 120;

/**
 * Acts on an element in the frame it appears, or not at all if it takes longer than two seconds.
 * @returns a function that cancels it
 */
export function whenThere(find: () => HTMLElement | null, act: (element: HTMLElement) => void): () => void {
  let frame = 0;
  let frames = 0;
  const look = () => {
    const found = find();
    if (found) return act(found);
    frames += 1;
    if (frames < maxFrames) frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
