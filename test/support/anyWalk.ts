// Random steps of a user on the page, and checks after them. Input is dispatched inside the page, because a long walk
// with the browser's own input takes minutes.
import fc from 'fast-check';

export type Step =
  /**
   * Moves the pointer to a place in the picture: on a lane, or at any height. `x` and `y` are shares of its width and
   * height.
   */
  | { readonly act: 'point'; readonly x: number; readonly y: number; readonly lane: number | null }
  | { readonly act: 'leave' | 'drop' | 'back' }
  /** Presses and holds, or clicks, the nth element that the selector finds. */
  | { readonly act: 'grab' | 'click'; readonly what: string; readonly nth: number }
  | { readonly act: 'key'; readonly code: string; readonly ctrl: boolean; readonly shift: boolean }
  | { readonly act: 'story'; readonly query: string };

const share = fc.nat(1000).map((thousandths) => thousandths / 1000);
const nth = fc.nat(1000);

/** The gallery and the sheet of keys are dialogs, which cover the page. */
const codes = [
  ...['Space', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Delete', 'Escape', 'Equal', 'Minus', 'BracketLeft'],
  ...['BracketRight', 'Digit0', 'Digit1', 'Digit2', ...'ABCDEFGHIJKLMNOPQSTUVWXYZ'.split('').map((key) => `Key${key}`)],
];

const key = (code: string, ctrl = false, shift = false): Step => ({ act: 'key', code, ctrl, shift });

const stories = [
  '1',
  '2',
  '9',
  '12',
  '13',
  '20',
  '20:fix',
  '24',
  '25',
  '26',
  '26b',
  '36',
  '40',
  '42',
  '45',
  '47',
  '57',
];

const grabbed = [
  '[data-plot] li[data-kind] button',
  '[data-plot] [data-edge]',
  '[data-plot] [role="slider"]',
  '[data-ruler]',
];

const click = (...whats: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({ act: fc.constant('click'), what: fc.constantFrom(...whats), nth });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ act: fc.constant('point'), x: share, y: share, lane: fc.option(nth) }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ act: 'leave' }, { act: 'back' }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('grab'), what: fc.constantFrom(...grabbed), nth }) },
  { weight: 6, arbitrary: fc.constant<Step>({ act: 'drop' }) },
  { weight: 8, arbitrary: fc.constantFrom(...codes).map((code) => key(code)) },
  { weight: 5, arbitrary: fc.boolean().map((redoes) => key('KeyZ', true, redoes)) },
  { weight: 2, arbitrary: fc.constantFrom(...stories).map((query): Step => ({ act: 'story', query })) },
  { weight: 3, arbitrary: click('main button:not([aria-haspopup])', 'main input[type="radio"]') },
  { weight: 2, arbitrary: click('header input[value="scene"], header input[value="details"]') },
  { weight: 1, arbitrary: click('header input[value="en"], header input[value="zh"]') },
);

/** The same seed gives the same walk. */
export const walkOf = (seed: number, length: number): readonly Step[] => fc.sample(anyStep, { seed, numRuns: length });

/** Runs in the page, before the walk: afterwards, going back never leaves the page. */
export function countEntries(): void {
  const counted = window as { walkDepth?: number };
  counted.walkDepth = 0;
  const push = history.pushState.bind(history);
  history.pushState = (...entry) => {
    counted.walkDepth = (counted.walkDepth ?? 0) + 1;
    push(...entry);
  };
}

/** Runs in the page. Resolves when it has drawn and has nothing else to do. */
export const rest = (): Promise<void> =>
  new Promise((rested) => requestAnimationFrame(() => requestIdleCallback(() => rested(), { timeout: 1000 })));

/**
 * Runs in the page.
 *
 * @returns after how many steps the page said that its run cannot be shown; null when it never did
 */
export async function walk(steps: readonly Step[]): Promise<number | null> {
  const held = window as { walkHeld?: boolean; walkDepth?: number };
  const plot = (): Element => document.querySelector('[data-plot]') ?? document.body;
  const send = (on: EventTarget, type: string, x: number, y: number): boolean =>
    on.dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, cancelable: true, clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse' },
        ...{ isPrimary: true, button: type === 'pointermove' ? -1 : 0, buttons: held.walkHeld ? 1 : 0 },
      }),
    );
  const found = (what: string, nth: number): HTMLElement | null => {
    const all = document.querySelectorAll<HTMLElement>(what);
    return all[nth % Math.max(1, all.length)] ?? null;
  };
  const middle = (of: Element) => {
    const { left, top, width, height } = of.getBoundingClientRect();
    return [left + width / 2, top + height / 2] as const;
  };
  const take = (step: Step): void => {
    if (step.act === 'point') {
      const { left, top, width, height } = plot().getBoundingClientRect();
      const lane = step.lane === null ? null : found('[data-plot] button[data-role]', step.lane);
      const [x, y] = [left + step.x * width, lane === null ? top + step.y * height : middle(lane)[1]];
      send(document.elementFromPoint(x, y) ?? document.body, 'pointermove', x, y);
    } else if (step.act === 'leave') send(plot(), 'pointerout', 0, 0);
    else if (step.act === 'drop') {
      held.walkHeld = false;
      send(document.body, 'pointerup', 0, 0);
    } else if (step.act === 'grab') {
      const it = found(step.what, step.nth);
      if (it === null || held.walkHeld) return;
      held.walkHeld = true;
      send(it, 'pointerdown', ...middle(it));
    } else if (step.act === 'click') found(step.what, step.nth)?.click();
    else if (step.act === 'key') {
      const { code, ctrl: ctrlKey, shift: shiftKey } = step;
      const init = {
        code,
        key: code.replace(/^Key|^Digit/, '').replace('Space', ' '),
        ctrlKey,
        shiftKey,
        bubbles: true,
        cancelable: true,
      };
      for (const type of ['keydown', 'keyup'])
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(type, init));
    } else if (step.act === 'story') {
      history.pushState(null, '', `?story=${step.query}`);
      dispatchEvent(new PopStateEvent('popstate'));
    } else if ((held.walkDepth ?? 0) > 0) {
      held.walkDepth = (held.walkDepth ?? 0) - 1;
      history.back();
    }
  };
  for (const [index, step] of steps.entries()) {
    take(step);
    // The page announces what the pointer rests on a moment later.
    if (step.act === 'point' && step.lane !== null) await new Promise((later) => setTimeout(later, 10));
    await new Promise((later) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = later;
      port2.postMessage(null);
    });
    document.querySelector<HTMLElement>('[role="dialog"] button')?.click();
    if (document.querySelector('main[role="alert"]') !== null) return index;
  }
  return null;
}
