/** Chooses whether a new conversation works in its own worktree. */
export function WorktreeChoice(props: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="choice worktree-choice">
      <input
        type="checkbox"
        className="check"
        checked={props.isOn}
        onChange={({ target }) => props.onChange(target.checked)}
      />
      <span>
        Own worktree
        <br />
        <span className="dim small">
          The agent changes a copy on its own branch. You merge or discard the changes.
        </span>
      </span>
    </label>
  );
}
