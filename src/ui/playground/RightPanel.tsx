// Beside the timeline: the outcome, and what else is to be known of the run. The words above it and the settings are loaded with them.
import { VerdictCard } from '../verdict/VerdictCard';
import { SidePanel } from './SidePanel';

export { SettingsPanel } from '../settings/SettingsPanel';
export { StoryHead } from '../story/StoryHead';

export function RightPanel() {
  return (
    <>
      <VerdictCard />
      <SidePanel />
    </>
  );
}
