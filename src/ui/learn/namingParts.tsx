// The parts of an exercise that names marks. They are loaded with it; a visit that opens with it has them before it is drawn, and
// draws them at once.
import { type ComponentType, lazy } from 'react';
import type { NameExercise } from '../../model/exercise';

type Part = ComponentType<{ readonly exercise: NameExercise }>;

const loads = {
  naming: (): Promise<Part> => import('./Naming').then(({ Naming }) => Naming),
  picture: (): Promise<Part> => import('./NumberedPicture').then(({ NumberedPicture }) => NumberedPicture),
};

let ready: { readonly naming: Part; readonly picture: Part } | null = null;

/** Never rejects: what could not be loaded is tried again when it is drawn. */
export async function fetchNamingParts(): Promise<void> {
  try {
    const [naming, picture] = await Promise.all([loads.naming(), loads.picture()]);
    ready = { naming, picture };
  } catch {}
}

const later = {
  naming: lazy(async () => ({ default: await loads.naming() })),
  picture: lazy(async () => ({ default: await loads.picture() })),
};

export function NamingPart({ part, exercise }: { readonly part: keyof typeof loads; readonly exercise: NameExercise }) {
  const Shown = (ready ?? later)[part];
  return <Shown exercise={exercise} />;
}
