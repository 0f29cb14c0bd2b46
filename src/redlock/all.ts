/** The public face of the library in the playground's package: `redlock-playground/redlock`. */
export * from './index';
export { default } from './index';
export * from './watched';
