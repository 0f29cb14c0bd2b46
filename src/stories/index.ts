/** The list of the stories: a line each. What a story tells is in its file, which is loaded when the story is shown. */
import type { StoryEntry } from '../model/story';

export const stories: readonly StoryEntry[] = [
];
