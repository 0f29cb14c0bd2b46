// A part of a page that is loaded when it is first drawn.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { tellLost } from '../state/lostPart';

/**
 * If it cannot be loaded, it is left out and the rest of the page stays.
 * @param meanwhile is shown until it is there
 */
export function whenWanted<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
) {
  const Part = lazy(async () => ({ default: await load().catch(leftOut<Props>) }));
  return (props: Props) => (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  );
}

function leftOut<Props>(): ComponentType<Props> {
  tellLost();
  return () => null;
}
