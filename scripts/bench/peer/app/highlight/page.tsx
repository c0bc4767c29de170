'use client';

import { useState } from 'react';
import SyntaxHighlighter from 'react-syntax-highlighter/dist/esm/prism';

/**
 * The highlighter as its README shows it: all of the text, with line numbers. `/highlight?name=` selects the
 * file.
 */
export default function Page() {
  const [code, setCode] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const load = async () => {
    const name = new URLSearchParams(window.location.search).get('name');
    const response = await fetch(`/bytes/${name}`);
    setCode(await response.text());
  };
  return (
    <main>
      <button type="button" id="load" onClick={() => void load()}>
        Load
      </button>
      {code !== null && (
        <button type="button" id="open" onClick={() => setIsOpen(true)}>
          Open
        </button>
      )}
      {isOpen && code !== null && (
        <div id="shown">
          <SyntaxHighlighter language="typescript" showLineNumbers>
            {code}
          </SyntaxHighlighter>
        </div>
      )}
    </main>
  );
}
