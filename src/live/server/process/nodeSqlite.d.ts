// The part of `node:sqlite` that is used here. The types of Node 20 do not have it.
declare module 'node:sqlite' {
  export class DatabaseSync {
    constructor(file: string);
    exec(sql: string): void;
    prepare(sql: string): import('./sqlite').SqliteStatement;
    close(): void;
  }
}
