// A thread that plays runs and paints their pictures. It is TypeScript, like everything in src.
import { register } from 'tsx/esm/api';

register();
export const { previewLink, writeStory } = await import('./jobs');
