#!/usr/bin/env bash
# The usual lock by redis-cli: each command is a process and a connection of its own.
set -euo pipefail
ask() { redis-cli -u "$REDIS_URL" "$@"; }
mark=$(cat /proc/sys/kernel/random/uuid)
until [ "$(ask SET stock "$mark" NX PX $((${LEASE:-2} * 1000)))" = OK ]; do sleep 0.05; done
count=$(ask GET counter)
ask SET counter $((${count:-0} + 1))
ask EVAL "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0" 1 stock "$mark"
