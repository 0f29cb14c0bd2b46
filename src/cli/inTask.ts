/** Runs something in a task of its own: others have their turn before, and code that is no program can come to rest in it. */
const { setImmediate } = globalThis;

export const inTask = <T>(run: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(run());
      } catch (error) {
        reject(error);
      }
    });
  });
