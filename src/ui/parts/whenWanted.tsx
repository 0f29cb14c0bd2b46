// A part of a page that is loaded when it is first drawn.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * If it cannot be loaded, for want of a network, it is left out and the rest of the page stays.
 * @param meanwhile is shown until it is there
 */
export function whenWanted<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
) {
  const Part = lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
  return (props: Props) => (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  );
}
