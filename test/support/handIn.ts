// Hands all parts to the stores of the page, as the `main.tsx` of an app does.
import { parts } from '../../src/run/parts';
import { handIn } from '../../src/ui/state/parts';

handIn(parts);
