// The embed's entry: finds the root and draws one run into it.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root === null) throw new Error('embed/index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    <main>Redlock Playground</main>
  </StrictMode>,
);
