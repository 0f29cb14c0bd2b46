/** What the threads of the site do. */
export { previewLink as unfold } from './links/linkPreview';
export { writeStory } from './stories/writeStory';
