/** A run that a press is opening. A press that follows before the run is there is meant for that run. */

let opening: Promise<unknown> | null = null;

export const isOpening = (): boolean => opening !== null;

/** @returns its argument */
export function whileOpening<T>(opened: Promise<T>): Promise<T> {
  const here = opened.finally(() => {
    if (opening === here) opening = null;
  });
  opening = here;
  return here;
}

/** Acts at once, or after the run that is opening has opened. */
export function whenOpened(act: () => void): void {
  if (opening === null) act();
  else void opening.then(act);
}
