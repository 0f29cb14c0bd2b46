// Hands all parts to the page's stores, as the `main.tsx` of an app does.
import { parts } from '../../src/core/run/parts';
import { handIn } from '../../src/web/state/parts';

handIn(parts);
