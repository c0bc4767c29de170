'use client';

import { File, Link } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { sendJson } from '#components/ui/request-json.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactMetadata, ArtifactPart } from '#lib/core/vocabulary/artifact.ts';
import type { ResourceLink } from '#lib/core/vocabulary/tools/resource-link.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { useArtifactPanel } from '../context/panel-context.tsx';
import { ActionFault } from '../text/action-fault.tsx';
import { CardNotes } from './card-notes.tsx';

/**
 * Files and images that came with a result, and what it refers to: each opens in the panel.
 * @param props.problem why the page of its server is not shown
 */
export const ResultParts = (props: Props) => <PartsOfOne key={props.metadata.id} {...props} />;

interface Props {
  metadata: ArtifactMetadata;
  problem: string | undefined;
}

/** Links that were opened are those of one result: a call that is run again has others. */
function PartsOfOne({ metadata, problem }: Props) {
  const { id, parts = [], links = [] } = metadata;
  const panel = useArtifactPanel();
  const [openedLinks, setOpenedLinks] = useState<ReadonlyMap<string, string>>(new Map());
  const [loading, setLoading] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const open = (artifactId: string) => panel.open({ artifactId, lines: null });
  const openLink = async ({ uri }: ResourceLink) => {
    const known = openedLinks.get(uri);
    if (known !== undefined) return open(known);
    setLoading(uri);
    setError(null);
    const result = await sendJson<{ artifactId: string }>('POST', `${artifactUrl(id)}/links`, { uri });
    setLoading(null);
    if (!result.ok) return setError(result.error);
    setOpenedLinks(new Map(openedLinks).set(uri, result.value.artifactId));
    open(result.value.artifactId);
  };
  return (
    <>
      {problem !== undefined && <CardNotes notes={[problem]} />}
      {parts.length + links.length > 0 && (
        <ul className="result-parts" aria-label="Came with it">
          {parts.map((part, index) => (
            <li key={part.artifactId}>
              <PartButton
                part={part}
                name={nameOf(part, index, metadata)}
                onOpen={() => open(part.artifactId)}
              />
            </li>
          ))}
          {links.map((link) => (
            <li key={link.uri}>
              <button
                type="button"
                className="result-part"
                title={link.description ?? link.uri}
                disabled={loading !== null}
                aria-busy={loading === link.uri}
                onClick={() => void openLink(link)}
              >
                <Icon of={Link} isSmall />
                <span className="clip">{link.title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ActionFault text={error} />
    </>
  );
}

/** Parts without a name of their own are called by their number after that of the result: `chart, 2 of 3`. */
const nameOf = ({ title }: ArtifactPart, index: number, whole: ArtifactMetadata): string =>
  title.startsWith(`${whole.title}, `) ? String(index + 1) : title;

function PartButton(props: { part: ArtifactPart; name: string; onOpen: () => void }) {
  const { part, name, onOpen } = props;
  const { artifactId, type, title, byteLength } = part;
  const label = `${name}, ${formatBytes(byteLength)}`;
  return (
    <button type="button" className="result-part" title={title} onClick={onOpen}>
      {type === 'image' ? (
        // biome-ignore lint/performance/noImgElement: its bytes are for whoever may see them, and change nothing here
        <img src={artifactUrl(artifactId)} alt={label} loading="lazy" />
      ) : (
        <>
          <Icon of={File} isSmall />
          <span className="clip">{label}</span>
        </>
      )}
    </button>
  );
}
