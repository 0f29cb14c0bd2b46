/** The whole run in a strip. */
import type { Run } from '../../model/run';

export function Minimap({ run }: { readonly run: Run }) {
  return <svg width="100%" height="32" aria-hidden data-events={run.trace.count} />;
}
