# Two locks that theory breaks: a token in a list, and a field of a hash.
port=${REDIS_URL##*:}
ask() { redis-cli -p "${port%/}" "$@"; }
case $1 in
token-list) [ -n "$(ask BLPOP tokens 5)" ] || exit 75 ;;
hsetnx) while [ "$(ask HSETNX locks count "$$")" != 1 ]; do sleep 0.05; done ;;
esac
ask SET count "$(($(ask GET count) + 1))"
case $1 in
token-list) ask RPUSH tokens token ;;
hsetnx) ask HDEL locks count ;;
esac
