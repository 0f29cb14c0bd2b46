/** What the build knew of the project. A build that was told nothing names no address. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const playgroundVersion = text(import.meta.env.PLAYGROUND_VERSION);

/** With a slash at its end; empty if the build was given none. */
export const repository = text(import.meta.env.REPOSITORY_URL);
