import type { ShareRequest } from '#lib/core/vocabulary/share.ts';

export type AudienceChoice = ShareRequest['audience'];

type Words = { value: AudienceChoice; label: string; text: string };
const link: Words = {
  value: 'link',
  label: 'Anyone with the link',
  text: 'No sign-in. Not listed, not indexed.',
};
const audiencesOfTeam: readonly Words[] = [
  { value: 'team', label: 'People of this team', text: 'After they sign in.' },
  link,
];
const audiencesOfOne: readonly Words[] = [
  { value: 'team', label: 'Only you', text: 'On this computer. Nobody else can sign in here.' },
  link,
];

export function ShareAudienceChoice(props: {
  value: AudienceChoice;
  /** Several people sign in here. */
  isTeam: boolean;
  /** An admin has allowed links that need no sign-in. */
  isLinkAllowed: boolean;
  onChange: (audience: AudienceChoice) => void;
}) {
  return (
    <fieldset>
      <legend>Who can open it</legend>
      {(props.isTeam ? audiencesOfTeam : audiencesOfOne).map(({ value, label, text }) => {
        const isOff = value === 'link' && !props.isLinkAllowed;
        return (
          <label key={value} className={isOff ? 'choice is-off' : 'choice'}>
            <input
              type="radio"
              className="radio"
              name="audience"
              value={value}
              checked={props.value === value}
              disabled={isOff}
              onChange={() => props.onChange(value)}
            />
            <span>
              {label}
              <br />
              <span className="dim small">
                {isOff ? 'Off in this team. An admin can allow these links.' : text}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
