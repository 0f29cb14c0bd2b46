// A thread that plays what a link holds and paints its card. It is TypeScript, like everything in src.
import { register } from 'tsx/esm/api';

register();
await import('./linkJob');
