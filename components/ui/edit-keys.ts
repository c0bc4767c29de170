import type { KeyboardEvent } from 'react';

/** The keys of a field that changes a message: Enter saves, Shift and Enter begin a line, Escape cancels. */
export const editKeys = (save: () => void, cancel: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Escape') cancel();
  else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) save();
  else return;
  event.preventDefault();
  event.stopPropagation();
};
