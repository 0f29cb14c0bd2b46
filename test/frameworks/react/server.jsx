// Writes the page as a server renders it.
import { writeFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { Page } from './page';

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>React</title>
<link rel="icon" href="data:,"><style>body { background: #15181c; color: #ddd }</style></head>
<body><div id="app">${renderToString(<Page />)}</div><script src="browser.js" defer></script></body></html>`;
writeFileSync('out/index.html', html);
