/** What the threads of the site do. */
export { previewLink } from './links/linkPreview';
export { writeStory } from './stories/writeStory';
