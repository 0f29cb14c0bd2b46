/** What the threads of the site do. */
export { previewLink as unfold } from './links/unfold';
export { writeStory } from './stories/writeStory';
