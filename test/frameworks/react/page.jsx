// A page that a server renders and the browser hydrates.
import { StrictMode, useState } from 'react';
import { LockRun } from './LockRun';

export function Page() {
  const [count, setCount] = useState(0);
  return (
    <StrictMode>
      <h1>React on a server</h1>
      <button type="button" onClick={() => setCount(count + 1)}>
        Again {count}
      </button>
      <LockRun />
    </StrictMode>
  );
}
