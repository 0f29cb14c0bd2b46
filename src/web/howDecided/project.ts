/** What the build knows about the project. Without it, the pages name no address. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const playgroundVersion = text(import.meta.env.PLAYGROUND_VERSION);

/** With a slash at its end; empty if the build was given no address. */
export const repository = text(import.meta.env.REPOSITORY_URL);
