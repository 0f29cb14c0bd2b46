# redis-py's own Lock.
import os
import redis

client = redis.from_url(os.environ["REDIS_URL"])
with client.lock("stock", timeout=float(os.environ.get("LEASE", "2"))):
    count = int(client.get("counter") or 0)
    client.set("counter", count + 1)
