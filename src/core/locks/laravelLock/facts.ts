/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const laravelLockFacts: LockFacts = {
  id: 'laravel-lock',
  title: { en: 'Laravel’s database lock', zh: 'Laravel 数据库锁' },
  asLibrary: true,
  service: 'sql',
  onRealServers: 'never',
  table: {
    family: 'sql',
    language: 'php',
    ifUnreachable: ['hangs', 'https://github.com/laravel/framework/blob/12.x/src/Illuminate/Cache/DatabaseLock.php'],
    conditions: [['same-clocks', 'https://laravel.com/docs/12.x/cache#atomic-locks']],
    rows: [{ id: 'laravel-lock' }],
  },
};
