export { previewLink as unfold } from './links/linkPreview';
export { writeStory } from './stories/writeStory';
