/** Knows that people read English or Chinese. Locks, checks and stories carry their own texts in this form. */

export interface Text {
  readonly en: string;
  readonly zh: string;
}

export type Language = keyof Text;

export const languages = ['en', 'zh'] as const satisfies readonly Language[];
