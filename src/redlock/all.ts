/** The whole library in one entry: `redlock-playground/redlock`. */
export * from './index';
export { default } from './index';
export * from './watched';
