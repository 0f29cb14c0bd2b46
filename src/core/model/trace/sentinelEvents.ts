/** The log events of sentinels, by their names in Redis. Each is a step of a sentinel. */
export const sentinelEvents = [
  '+sdown',
  '-sdown',
  '+odown',
  '-odown',
  '+try-failover',
  '+vote-for-leader',
  '+elected-leader',
  '-failover-abort-not-elected',
  '-failover-abort-no-good-slave',
  '-failover-abort-slave-timeout',
  '+selected-slave',
  '+promoted-slave',
  '+slave-reconf-sent',
  '+failover-end',
  '+switch-master',
  '+convert-to-slave',
  '+fix-slave-config',
  '+tilt',
  '-tilt',
] as const;

export type SentinelEvent = (typeof sentinelEvents)[number];

export const isSentinelEvent = (event: string): event is SentinelEvent =>
  (sentinelEvents as readonly string[]).includes(event);
