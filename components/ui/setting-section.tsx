import type { ReactNode } from 'react';

/** A setting beside what it does, with an address of its own. */
export function SettingSection(props: { id: string; title: string; note: ReactNode; children: ReactNode }) {
  return (
    <section className="setting-section" id={props.id} aria-labelledby={`${props.id}-title`}>
      <header>
        <h2 id={`${props.id}-title`}>{props.title}</h2>
        <p className="dim small">{props.note}</p>
      </header>
      <div>{props.children}</div>
    </section>
  );
}
