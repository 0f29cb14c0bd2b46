/** What the threads of the site do. */
export { unfold } from './links/unfold';
export { writeStory } from './stories/writeStory';
