// The playground's entry: finds the root and draws the page into it.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    <main>Redlock Playground</main>
  </StrictMode>,
);
