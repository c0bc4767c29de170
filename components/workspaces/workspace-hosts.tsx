'use client';

import { type FormEvent, useId } from 'react';
import type { HostGrant } from '#lib/core/vocabulary/network/host-grant.ts';
import { TimeText } from '../ui/time-text.tsx';
import { useWorkspaceChange } from './use-workspace-change.ts';

/** Hosts that the commands of a workspace may reach without asking. */
export function WorkspaceHosts({ name, hosts }: { name: string; hosts: readonly HostGrant[] }) {
  const { change, error } = useWorkspaceChange(name);
  const id = useId();
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const host = String(new FormData(form).get('host') ?? '').trim();
    if (await change({ allowHosts: [host] })) form.reset();
  };
  return (
    <section aria-labelledby={id}>
      <h2 className="workspace-title" id={id}>
        Network
      </h2>
      <p className="ledger-note mid">
        Commands reach no other host but these. For any other, the agent has to ask.
      </p>
      {hosts.length > 0 && (
        <div className="table-scroll">
          <table aria-label="Allowed hosts">
            <thead>
              <tr>
                <th scope="col">Host</th>
                <th scope="col" className="l">
                  Allowed by
                </th>
                <th scope="col">
                  <span className="vh">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {hosts.map(({ host, by, allowedAt }) => (
                <tr key={`${host} ${by?.id}`}>
                  <th scope="row" className="mono">
                    {host}
                  </th>
                  <td className="l">
                    {by === null ? (
                      <span className="dim">the config file</span>
                    ) : (
                      <>
                        {by.name}
                        {allowedAt !== null && (
                          <span className="dim">
                            , <TimeText iso={allowedAt} as="day" />
                          </span>
                        )}
                      </>
                    )}
                  </td>
                  <td>
                    {by !== null && (
                      <button
                        type="button"
                        className="btn danger is-small"
                        aria-label={`Remove: ${host}`}
                        onClick={() => void change({ removeHosts: [host] })}
                      >
                        Remove
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <form className="add-host" onSubmit={(event) => void add(event)}>
        <span className="field">
          <input
            name="host"
            className="mono"
            required
            maxLength={260}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="registry.npmjs.org"
            aria-label="Host"
          />
        </span>
        <button type="submit" className="btn primary">
          Allow
        </button>
      </form>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
      <p className="ledger-note dim small">
        A name includes ports 80 and 443. <span className="mono">git.example.org:8443</span> is one port,{' '}
        <span className="mono">*.example.org</span> every name below it.
      </p>
    </section>
  );
}
