/**
 * Values by key, in the order of insertion, for the handful of keys at a lock's server. A Map would do the same, but
 * it rebuilds itself when its last key is removed, which here happens at every release. A look-up is linear in the
 * number of keys.
 */
export class FewKeys<V> {
  private readonly names: string[] = [];
  private readonly held: V[] = [];

  get(key: string): V | undefined {
    const index = this.indexOf(key);
    return index < 0 ? undefined : this.held[index];
  }

  has(key: string): boolean {
    return this.indexOf(key) >= 0;
  }

  /** Sets a value. An existing key keeps its place. */
  set(key: string, value: V): void {
    const index = this.indexOf(key);
    if (index >= 0) this.held[index] = value;
    else {
      this.names.push(key);
      this.held.push(value);
    }
  }

  /** @returns whether the key existed. */
  delete(key: string): boolean {
    const index = this.indexOf(key);
    if (index < 0) return false;
    if (index === this.names.length - 1) {
      this.names.pop();
      this.held.pop();
    } else {
      this.names.splice(index, 1);
      this.held.splice(index, 1);
    }
    return true;
  }

  clear(): void {
    this.names.length = 0;
    this.held.length = 0;
  }

  /** The current keys. Later changes do not affect this list. */
  keys(): readonly string[] {
    return this.names.slice();
  }

  /** The keys whose values match, in one pass. */
  keysOf(isSuch: (value: V) => boolean): readonly string[] {
    return this.names.filter((_, index) => {
      const value = this.held[index];
      return value !== undefined && isSuch(value);
    });
  }

  values(): readonly V[] {
    return this.held.slice();
  }

  private indexOf(key: string): number {
    const { names } = this;
    for (let index = 0; index < names.length; index++) if (names[index] === key) return index;
    return -1;
  }
}
