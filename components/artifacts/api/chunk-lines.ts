/** How many lines are rendered and coloured at once. */
export const chunkLines = 50;
