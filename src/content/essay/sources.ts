/**
 * Where the sources of the essay are, by the words that name them. Each address stands in one of the five articles. Not
 * there, and so without a link: the exchange on Twitter and the two reports about agents. The last is a page of the site.
 */
import type { Text } from '../../core/model/values/text';
import { text } from '../stories/beats';

interface Source {
  readonly named: Text;
  readonly address: string;
}

const source = (en: string, zh: string, address: string): Source => ({ named: text(en, zh), address });

export const sources: readonly Source[] = [
  source('Kleppmann', 'Kleppmann', 'https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html'),
  source('antirez', 'antirez', 'http://antirez.com/news/101'),
  source('viraptor', 'viraptor', 'https://news.ycombinator.com/item?id=11065933'),
  // The articles do not say in which of the two threads.
  source('On Hacker News', 'Hacker News 上的', '#sources'),
  source('under the post', '原文之下', 'https://news.ycombinator.com/item?id=11059738'),
  source('under the answer', '回应之下', 'https://news.ycombinator.com/item?id=11065933'),
  source('Julia Evans', 'Julia Evans', 'http://jvns.ca/blog/2016/02/09/til-clock-skew-exists/'),
  source('Junqueira', 'Junqueira', 'https://fpj.me/2016/02/10/note-on-fencing-and-distributed-locks/'),
  source('paper', '论文', 'https://research.google.com/archive/chubby.html'),
  source('zhangtielei.com', 'zhangtielei.com', 'http://zhangtielei.com/posts/blog-redlock-reasoning.html'),
  source('second part', '下篇', 'http://zhangtielei.com/posts/blog-redlock-reasoning-part2.html'),
  source('documentation of Redis', 'Redis 的文档', 'https://redis.io/topics/distlock'),
  source(
    'ZooKeeper’s documentation',
    'ZooKeeper 的文档',
    'http://zookeeper.apache.org/doc/r3.4.9/recipes.html#sc_recipes_Locks',
  ),
  source('attack your own lock', '换上你自己的锁', 'own/'),
];
