/**
 * The document around the page of an app, on another origin than ours (the sandbox proxy of MCP Apps 2026-01-26). It puts
 * the page into a frame without an origin and passes messages between that and the page that shows it. What the
 * protocol reserves for the two of them is not passed, and the page is shown large only where a person has just clicked
 * in it.
 * @param framedBy the origin of the page that shows it
 */
export const appFrameDocument = (framedBy: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>App</title>
<style>
  html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; background: transparent; }
  body { overflow: hidden; }
  iframe { display: block; }
</style>
<body>
<script>
  const host = ${JSON.stringify(framedBy)};
  const reserved = 'ui/notifications/sandbox-';
  let inner = null;
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && origin === host) {
      if (data?.method === reserved + 'resource-ready') show(data.params);
      else inner?.contentWindow?.postMessage(data, '*');
    } else if (inner && source === inner.contentWindow && !String(data?.method).startsWith(reserved)) {
      parent.postMessage(isLargeUnasked(data) ? { ...data, params: { mode: 'inline' } } : data, host);
    }
  });
  // A click in our own page is none in the app: only this window knows which it was.
  const isLargeUnasked = (data) =>
    data?.method === 'ui/request-display-mode' &&
    data.params?.mode === 'fullscreen' &&
    !navigator.userActivation?.isActive;
  function show({ html }) {
    if (inner) return;
    inner = document.createElement('iframe');
    inner.title = 'App';
    inner.setAttribute('sandbox', 'allow-scripts allow-forms');
    inner.srcdoc = html;
    document.body.append(inner);
  }
  parent.postMessage({ jsonrpc: '2.0', method: reserved + 'proxy-ready', params: {} }, host);
</script>
`;
