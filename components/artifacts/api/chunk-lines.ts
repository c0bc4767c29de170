/** Lines that are rendered and coloured together. */
export const chunkLines = 50;
