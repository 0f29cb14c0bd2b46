// What redis-memory-server asks: a plain `npm install` must neither download nor compile a Redis (tests do, when they
// need one), and a redis-server that is installed already is used as it is.
const { findRedisServer } = require('./programs.cjs');

const systemBinary = findRedisServer();

module.exports = { disablePostinstall: true, ...(systemBinary === undefined ? {} : { systemBinary }) };
