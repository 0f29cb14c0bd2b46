/** Parts of a page that are loaded on demand. A part that cannot be loaded says so, and is asked for again. */
import { type ComponentType, useEffect } from 'react';
import { reportLostPart } from '../state/lostPart';
import { useJob } from '../state/useJob';

interface Options<Props> {
  /** `drawn`: when it is first drawn. `hand`: later, when a person moves the pointer, presses, scrolls or types. */
  readonly when?: 'drawn' | 'hand';
  /** Shown until it has loaded. */
  readonly meanwhile?: ComponentType<Props>;
}

export type Later<Props> = ComponentType<Props> & {
  /** Loads it before it is drawn. Rejects if that fails; once it is drawn, it is asked for again. */
  readonly load: () => Promise<void>;
};

const signs = ['pointermove', 'pointerdown', 'wheel', 'keydown'];

let somebody: Promise<unknown> | null = null;

function untilSomebodyIsThere(): Promise<unknown> {
  somebody ??= Promise.race(
    signs.map((sign) => new Promise((resolve) => addEventListener(sign, resolve, { once: true }))),
  );
  return somebody;
}

const wanted = ['part'];

/** Once it is loaded, it is drawn at once wherever it is used. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { when = 'drawn', meanwhile: Meanwhile }: Options<Props> = {},
): Later<Props> {
  let Part: ComponentType<Props> | null = null;
  const fetch = async (): Promise<ComponentType<Props>> => {
    Part ??= await load();
    return Part;
  };
  const fetchWhenDue = async (): Promise<ComponentType<Props>> => {
    if (when === 'hand') await untilSomebodyIsThere();
    return fetch();
  };
  function LaterPart(props: Props) {
    const { state, again } = useJob(Part === null ? wanted : null, fetchWhenDue);
    useEffect(() => (state === 'failed' ? reportLostPart(again) : undefined), [state, again]);
    if (Part !== null) return <Part {...props} />;
    return Meanwhile === undefined ? null : <Meanwhile {...props} />;
  }
  return Object.assign(LaterPart, { load: async () => void (await fetch()) });
}
