<<<<<<< HEAD
/** The public face of the library in the playground's package: `redlock-playground/redlock`. */
=======
/** The whole library in one entry: `redlock-playground/redlock`. */
>>>>>>> api
export * from './index';
export { default } from './index';
export * from './watched';
