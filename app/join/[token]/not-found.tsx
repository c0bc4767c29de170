import { InviteGone } from '#components/team/invite-gone.tsx';

/** The same page for an invite that was used, was revoked, has expired or never existed. */
export default function NotFound() {
  return <InviteGone />;
}
