/**
 * How many operations wait for the nodes at the same time. One alone sends at once; where several do, what they send within
 * one turn of the event loop goes out together: one write for each node.
 */
interface Flushed {
  readonly flush: () => void;
}

export class Load {
  private active = 0;
  private waiting: Flushed[] = [];

  get isShared(): boolean {
    return this.active > 1;
  }

  begin(): void {
    this.active++;
  }

  end(): void {
    this.active--;
  }

  putOff(node: Flushed): void {
    if (this.waiting.push(node) === 1) setImmediate(this.flush);
  }

  private readonly flush = (): void => {
    const { waiting } = this;
    this.waiting = [];
    for (const node of waiting) node.flush();
  };
}
