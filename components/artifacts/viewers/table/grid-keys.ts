/** A cell's position on screen: its row among the arranged ones, and its column. */
interface GridPosition {
  row: number;
  column: number;
}

/** The cell that a key moves to (the grid pattern of WAI-ARIA). `null`: the key does not move. */
export function gridMove(
  key: string,
  isToEdge: boolean,
  at: GridPosition & { rowCount: number; columnCount: number; rowsInSight: number },
): GridPosition | null {
  const { row, column } = at;
  const to = (nextRow: number, nextColumn: number): GridPosition => ({
    row: Math.max(0, Math.min(at.rowCount - 1, nextRow)),
    column: Math.max(0, Math.min(at.columnCount - 1, nextColumn)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'PageDown':
      return to(row + at.rowsInSight, column);
    case 'PageUp':
      return to(row - at.rowsInSight, column);
    case 'Home':
      return to(isToEdge ? 0 : row, 0);
    case 'End':
      return to(isToEdge ? at.rowCount - 1 : row, at.columnCount - 1);
    default:
      return null;
  }
}
