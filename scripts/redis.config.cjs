// The configuration of redis-memory-server: a plain `npm install` must neither download nor compile a Redis (tests do,
// when they need one), and an installed redis-server is used as it is.
const { findRedisServer } = require('./programs.cjs');

const systemBinary = findRedisServer();

module.exports = { disablePostinstall: true, ...(systemBinary === undefined ? {} : { systemBinary }) };
