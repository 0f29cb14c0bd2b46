/** Whether a value from outside is a JSON object, so that its fields may be looked at. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
