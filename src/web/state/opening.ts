/** A run that a press is opening. What is pressed before it is there is meant for it. */

let opening: Promise<unknown> | null = null;

export const isOpening = (): boolean => opening !== null;

/** @returns what it was given */
export function whileOpening<T>(opened: Promise<T>): Promise<T> {
  const here = opened.finally(() => {
    if (opening === here) opening = null;
  });
  opening = here;
  return here;
}

/** Acts at once, or when what is being opened is there. */
export function whenOpened(act: () => void): void {
  if (opening === null) act();
  else void opening.then(act);
}
