// What is beside the timeline, as one file.
export { SettingsPanel } from '../settings/SettingsPanel';
export { StoryHead } from '../story/StoryHead';
export { VerdictCard } from '../verdict/VerdictCard';
export { WhyPanel } from '../verdict/WhyPanel';
export { SidePanel } from './SidePanel';
