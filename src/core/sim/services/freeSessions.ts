/** The free sessions of a pool, and which of them it lends next. */

/** Which one it lends: the first in order, the last one used, or any. */
export type LendingOrder = 'first' | 'last' | 'any';

interface Options {
  readonly lends: LendingOrder;
  /** A whole number from 0 to below − 1. */
  readonly draw: (below: number) => number;
}

export const lendsOf = (settings: Readonly<Record<string, unknown>>): LendingOrder => {
  const lends = settings['lends'];
  return lends === 'last' || lends === 'any' ? lends : 'first';
};

export class FreeSessions<S extends { readonly id: number }> {
  private readonly free: S[] = [];

  constructor(private readonly options: Options) {}

  get count(): number {
    return this.free.length;
  }

  take(): S | undefined {
    const { lends, draw } = this.options;
    return this.free.splice(lends === 'any' && this.count > 1 ? draw(this.count) : 0, 1)[0];
  }

  add(session: S): void {
    const later = this.options.lends === 'last' ? 0 : this.free.findIndex(({ id }) => id > session.id);
    this.free.splice(later < 0 ? this.count : later, 0, session);
  }

  remove(session: S): boolean {
    const index = this.free.indexOf(session);
    if (index >= 0) this.free.splice(index, 1);
    return index >= 0;
  }
}
