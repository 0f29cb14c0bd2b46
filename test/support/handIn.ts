// Hands all parts to the page's stores, as the `main.tsx` of an app does.
import { parts } from '../../src/core/run/parts';
import { provideParts } from '../../src/web/state/parts';

provideParts(parts);
