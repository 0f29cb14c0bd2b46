/** The list of the benches. A bench is a file `bench/<name>.bench.ts`. */
export interface Bench {
  readonly name: string;
  readonly about: string;
  /**
   * Whether it drives built sites. Such a bench has both in one browser and does all rounds itself. The others are a
   * process for each round.
   */
  readonly isOfPages: boolean;
}

export const benches: readonly Bench[] = [
  { name: 'simulate', about: 'A minute of three clients', isOfPages: false },
  { name: 'locks', about: 'Each lock and each check, an event', isOfPages: false },
  { name: 'explore', about: 'Searched runs beside simulated ones', isOfPages: false },
  { name: 'orders', about: 'Orders of messages beside simulated runs', isOfPages: false },
  { name: 'late', about: 'Since when it was too late, and what saves', isOfPages: false },
  { name: 'library', about: 'Acquire and release on five nodes', isOfPages: false },
  { name: 'load', about: 'First loads', isOfPages: true },
  { name: 'phone', about: 'A first visit with a slow phone', isOfPages: true },
  { name: 'drag', about: 'The main thread in one move of the pointer', isOfPages: true },
];
