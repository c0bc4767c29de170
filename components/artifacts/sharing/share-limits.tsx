import { formatCount } from '#components/ui/format-number.ts';
import { SelectBox } from '#components/ui/select-box.tsx';
import { limits } from '#lib/core/limits.ts';

const day = 24 * 3_600;
const durations = [
  { value: limits.shareMinSeconds, label: '30 minutes' },
  { value: day, label: '1 day' },
  { value: limits.shareDefaultSeconds, label: '7 days' },
  { value: 30 * day, label: '30 days' },
  { value: limits.shareMaxSeconds, label: '90 days' },
];

/** 0: no limit. */
const viewLimits = [0, 1, 5, 25, 100, 1_000].map((value) => ({
  value,
  label: value === 0 ? 'No limit' : formatCount(value, 'view'),
}));

/** When a link expires, and how often it can be opened. */
export interface ShareEnds {
  expiresInSeconds: number;
  /** `null`: no limit. */
  maxViews: number | null;
}

export function ShareLimits({ value, onChange }: { value: ShareEnds; onChange: (ends: ShareEnds) => void }) {
  return (
    <div className="two">
      <NumberSelect
        label="Link ends after"
        value={value.expiresInSeconds}
        choices={durations}
        onChange={(expiresInSeconds) => onChange({ ...value, expiresInSeconds })}
      />
      <NumberSelect
        label="Views"
        value={value.maxViews ?? 0}
        choices={viewLimits}
        onChange={(views) => onChange({ ...value, maxViews: views === 0 ? null : views })}
      />
    </div>
  );
}

function NumberSelect(props: {
  label: string;
  value: number;
  choices: readonly { value: number; label: string }[];
  onChange: (value: number) => void;
}) {
  return (
    <label>
      <span className="lab">{props.label}</span>
      <SelectBox
        value={props.value}
        onChange={({ target }) => props.onChange(Number(target.value))}
        choices={props.choices}
      />
    </label>
  );
}
