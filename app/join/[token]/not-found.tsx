import { InviteGone } from '../../../components/team/invite-gone.tsx';

/** One answer for an invite that was used, taken back, is over, or never was. */
export default function NotFound() {
  return <InviteGone />;
}
