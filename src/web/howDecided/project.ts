/** What the build knows of the project. A build without this information names no address. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const playgroundVersion = text(import.meta.env.PLAYGROUND_VERSION);

/** With a slash at its end; empty if the build was given no address. */
export const repository = text(import.meta.env.REPOSITORY_URL);
