/** A person of the team. In local mode there is exactly one. */
export interface Member {
  id: string;
  name: string;
  role: 'admin' | 'member';
}
