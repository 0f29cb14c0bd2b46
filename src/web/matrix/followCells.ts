/**
 * Which cell of the table has its card: the one that the pointer or the keyboard focus rests on, or that a finger has
 * pressed. It stays while either is on the cell or on the card, and Escape removes it (WCAG 1.4.13).
 */

/**
 * How long a pointer or the focus rests before a card appears, and how long the way from a cell to its card may take.
 * In ms.
 */
const restMs = 400;
const leaveMs = 300;

type Timer = ReturnType<typeof setTimeout> | undefined;

type By = 'pointer' | 'focus' | 'finger';

interface On {
  readonly cell: HTMLElement;
  readonly by: By;
}

export interface Following {
  readonly stop: () => void;
  /** Removes the card and gives the focus to its cell. */
  readonly close: () => void;
}

/** @param show null: no card */
export function followCells(
  table: HTMLElement,
  box: () => HTMLElement | null,
  show: (cell: HTMLElement | null) => void,
): Following {
  const follower = new Follower(table, box, show);
  return { stop: follower.start(), close: () => follower.close() };
}

class Follower {
  /** What is shown, and what will be shown after a rest. */
  private visibleCard: On | null = null;
  private next: On | null = null;
  /** The cell whose card was closed; it shows no card until it is left. */
  private closedCell: HTMLElement | null = null;
  private resting: Timer;
  private leaving: Timer;
  private pressedBy = '';
  private at = '';

  constructor(
    private readonly table: HTMLElement,
    private readonly box: () => HTMLElement | null,
    private readonly show: (cell: HTMLElement | null) => void,
  ) {}

  /** Returns a function that stops. */
  start(): () => void {
    const control = new AbortController();
    const { signal } = control;
    document.addEventListener('pointermove', this.move, { signal });
    document.addEventListener('pointerdown', this.press, { signal, capture: true });
    document.addEventListener('click', this.click, { signal, capture: true });
    document.addEventListener('focusin', this.focus, { signal });
    document.addEventListener('keydown', this.key, { signal, capture: true });
    return () => {
      control.abort();
      this.wait();
    };
  }

  private cellAt({ target }: Event): HTMLElement | null {
    const stop = target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null;
    return stop !== null && this.table.contains(stop) && !stop.dataset['stop']?.endsWith('/-1') ? stop : null;
  }

  private isOnCard = ({ target }: Event): boolean => target instanceof Node && this.box()?.contains(target) === true;

  private readonly move = (event: PointerEvent): void => {
    // What scrolls or unfolds under a resting pointer is not pointed at.
    const at = `${event.clientX} ${event.clientY}`;
    if (event.pointerType === 'touch' || at === this.at) return;
    this.at = at;
    if (this.isOnCard(event)) return this.stay();
    const cell = this.cellAt(event);
    if (cell !== null) this.enter({ cell, by: 'pointer' });
    else this.leave('pointer');
  };

  private readonly focus = (event: FocusEvent): void => {
    if (this.isOnCard(event)) return this.stay();
    const cell = this.cellAt(event);
    if (cell?.matches(':focus-visible') === true) {
      if (this.visibleCard?.by === 'focus' && this.visibleCard.cell !== cell) this.hide();
      this.enter({ cell, by: 'focus' });
    } else this.leave('focus');
  };

  private readonly press = (event: PointerEvent): void => {
    this.pressedBy = event.pointerType;
    if (this.isOnCard(event)) return;
    const cell = this.cellAt(event);
    if (cell === null || event.pointerType !== 'touch') this.dismiss(cell);
  };

  /** A finger does not hover, so its first press shows the card, and its second one opens the cell. */
  private readonly click = (event: MouseEvent): void => {
    const cell = this.cellAt(event);
    if (cell === null) return;
    if (this.pressedBy === 'touch' && this.visibleCard?.cell !== cell) {
      event.preventDefault();
      this.put({ cell, by: 'finger' });
    } else this.dismiss(cell);
  };

  private readonly key = (event: KeyboardEvent): void => {
    this.pressedBy = '';
    if (event.key !== 'Escape' || this.visibleCard === null) return;
    // What lies under the card stays open.
    event.preventDefault();
    event.stopPropagation();
    if (this.box()?.contains(document.activeElement) === true) this.close();
    else this.dismiss(this.visibleCard.cell);
  };

  close(): void {
    const cell = this.visibleCard?.cell ?? null;
    this.dismiss(cell);
    cell?.focus({ preventScroll: true });
  }

  private enter(on: On): void {
    if (this.visibleCard?.cell === on.cell) this.wait();
    if (this.next?.cell === on.cell) return;
    clearTimeout(this.resting);
    if (this.closedCell !== on.cell) this.closedCell = null;
    this.next = on;
    if (this.closedCell === null && this.visibleCard?.cell !== on.cell)
      this.resting = setTimeout(() => this.put(on), restMs);
  }

  /** The pointer cannot end what the focus shows, nor the other way round. */
  private leave(by: By): void {
    if (this.next?.by === by) {
      clearTimeout(this.resting);
      this.next = null;
      this.closedCell = null;
    }
    const { visibleCard, next } = this;
    if (visibleCard === null || visibleCard.cell === next?.cell || this.leaving !== undefined) return;
    if (visibleCard.by === by || document.activeElement !== visibleCard.cell)
      this.leaving = setTimeout(() => this.hide(), leaveMs);
  }

  private stay(): void {
    this.wait();
    this.next = this.visibleCard;
  }

  private put(on: On): void {
    this.wait();
    this.visibleCard = on;
    this.next = on;
    this.show(on.cell);
  }

  private hide(): void {
    this.wait();
    this.visibleCard = null;
    this.show(null);
  }

  private dismiss(cell: HTMLElement | null): void {
    this.hide();
    this.closedCell = cell;
    this.next = null;
  }

  /** Cancels what would appear or disappear on its own. */
  private wait(): void {
    clearTimeout(this.resting);
    clearTimeout(this.leaving);
    this.leaving = undefined;
  }
}
