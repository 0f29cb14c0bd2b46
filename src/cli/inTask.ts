/** Runs something in its own task. Other work gets its turn first, and code that is not a program can come to rest. */
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
