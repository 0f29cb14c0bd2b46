// Beside the timeline: the outcome, and what else is to be known of the run.
import { VerdictCard } from '../verdict/VerdictCard';
import { SidePanel } from './SidePanel';

export function RightPanel() {
  return (
    <>
      <VerdictCard />
      <SidePanel />
    </>
  );
}
