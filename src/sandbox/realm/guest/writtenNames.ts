/** Names as the files have them. A bundler numbers a name that two of its files have: `settings2`. */

/** For each name that the bundler made, the one that the file has. */
export type Renamed = Readonly<Record<string, string>>;

let renamed: Renamed = {};

/** Must be called before any function is looked at, if the evaluated text has other names than the files. */
export const setRenamed = (of: Renamed): void => {
  renamed = of;
};

export const nameAsWritten = (name: string): string => (Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name);

/** A message of the engine, which names what the evaluated text names: `import_ioredis.default is not a constructor`. */
export const asWritten = (message: string): string =>
  message
    .replace(/\(0 ?, ([\w$.]+)\)/g, '$1')
    .replace(/\bimport_(\w+?)\d*(?=\.)/g, '$1')
    .replace(/[A-Za-z_$][\w$]*/g, nameAsWritten);
