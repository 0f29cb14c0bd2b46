// Hands all parts to the stores of the page, as the `main.tsx` of an app does.
import { parts } from '../../src/core/run/parts';
import { handIn } from '../../src/web/state/parts';

handIn(parts);
