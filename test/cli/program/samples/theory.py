# Two locks that theory breaks: an expiry set by a second command, and a release that asks first and deletes then.
import os, sys, time, redis

server = redis.Redis.from_url(os.environ["REDIS_URL"])
me, lease = str(os.getpid()), int(os.environ["LEASE_MS"])
if sys.argv[1] == "setnx-then-expire":
    while not server.setnx("lock", me):
        time.sleep(0.05)
    server.pexpire("lock", lease)
else:
    while not server.set("lock", me, nx=True, px=lease):
        time.sleep(0.05)
server.set("count", int(server.get("count") or 0) + 1)
if server.get("lock") == me.encode():
    server.delete("lock")
