import type { ReactNode } from 'react';

/** A table of tools, with the policy of each. */
export const PolicyTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <table className="tools" aria-label={label}>
    <thead>
      <tr>
        <th scope="col">Tool</th>
        <th scope="col" className="l">
          Policy
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
