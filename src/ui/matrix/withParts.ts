/** The table is drawn without a run. What runs something brings the parts along. */
import { handIn } from '../state/parts';

/** Loads a view that runs something. */
export async function withParts<View>(load: () => Promise<View>): Promise<View> {
  const [{ parts }, view] = await Promise.all([import('../../run/parts'), load()]);
  handIn(parts);
  return view;
}
