/** Selects an artifact; with the shift key all from the one before. */
export const SelectionBox = (props: {
  title: string;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
}) => (
  <label className="select-box">
    <input
      type="checkbox"
      checked={props.isSelected}
      aria-label={`Select ${props.title}`}
      onChange={(event) => props.onSelect((event.nativeEvent as MouseEvent).shiftKey === true)}
    />
  </label>
);
