import { LockRun } from './LockRun';

export default function Page() {
  return (
    <main>
      <h1>A component in Next</h1>
      <LockRun />
    </main>
  );
}
