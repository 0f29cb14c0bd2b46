/**
 * Values by key, in the order of insertion, for the handful of keys at a lock's server. A Map would do the same, but
 * it rebuilds itself when its last key is removed, which here happens at every release. A look-up is linear in the
 * number of keys.
 */
export class FewKeys<V> {
  private readonly names: string[] = [];
  private readonly held: V[] = [];

  get(key: string): V | undefined {
    const place = this.placeOf(key);
    return place < 0 ? undefined : this.held[place];
  }

  has(key: string): boolean {
    return this.placeOf(key) >= 0;
  }

  /** Sets a value. An existing key keeps its place. */
  set(key: string, value: V): void {
    const place = this.placeOf(key);
    if (place >= 0) this.held[place] = value;
    else {
      this.names.push(key);
      this.held.push(value);
    }
  }

  /** @returns whether the key existed. */
  delete(key: string): boolean {
    const place = this.placeOf(key);
    if (place < 0) return false;
    if (place === this.names.length - 1) {
      this.names.pop();
      this.held.pop();
    } else {
      this.names.splice(place, 1);
      this.held.splice(place, 1);
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
    return this.names.filter((_, place) => {
      const value = this.held[place];
      return value !== undefined && isSuch(value);
    });
  }

  values(): readonly V[] {
    return this.held.slice();
  }

  private placeOf(key: string): number {
    const { names } = this;
    for (let place = 0; place < names.length; place++) if (names[place] === key) return place;
    return -1;
  }
}
