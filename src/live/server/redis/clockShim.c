/* A library that is preloaded into a redis-server. It gives the server a wall clock of its own, records the length of
 * its AOF at each fsync, and ends it with its parent in case nobody else is left to end it. Its state is a mapped
 * file (see shimFile.ts, which has the same layout), so the process that wrote the file can change the clock at any
 * time. Only the wall clock changes; CLOCK_MONOTONIC stays true. The shim asks the kernel directly, because it replaces
 * the C library's own functions, and an allocator may need the time before any library is ready. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef struct { int64_t since, offset, ppm; } Clock;                                /* ns, ns, parts per million */
typedef struct { volatile uint64_t inode; volatile int64_t length, at; } Synced;
typedef struct { volatile uint64_t loaded, current; Clock clocks[2]; Synced synced[64]; } State;

static State *state;

__attribute__((constructor)) static void load(void) {
  const char *path = getenv("REDLOCK_SHIM_FILE"), *parent = getenv("REDLOCK_SHIM_PARENT");
  if (parent && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() != atoi(parent)) _exit(1);
  int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) return;
  State *mapped = mmap(NULL, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped == MAP_FAILED) return;
  mapped->loaded = 1;
  state = mapped;
}

static int64_t nanos(clockid_t id) {
  struct timespec t;
  syscall(SYS_clock_gettime, id, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* There are two clocks. A change is written to the one that is not current, which then becomes current. */
static int64_t wall(void) {
  if (!state) return nanos(CLOCK_REALTIME);
  for (;;) {
    uint64_t current = __atomic_load_n(&state->current, __ATOMIC_ACQUIRE);
    Clock clock = state->clocks[current & 1];
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (__atomic_load_n(&state->current, __ATOMIC_ACQUIRE) != current) continue;
    int64_t gained = (int64_t)((__int128)(nanos(CLOCK_MONOTONIC) - clock.since) * clock.ppm / 1000000);
    return nanos(CLOCK_REALTIME) + clock.offset + gained;
  }
}

int clock_gettime(clockid_t id, struct timespec *t) {
  if (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE) return syscall(SYS_clock_gettime, id, t);
  int64_t now = wall();
  t->tv_sec = now / 1000000000, t->tv_nsec = now % 1000000000;
  return 0;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
  (void)zone;
  int64_t now = wall();
  t->tv_sec = now / 1000000000, t->tv_usec = now % 1000000000 / 1000;
  return 0;
}

time_t time(time_t *t) {
  time_t now = wall() / 1000000000;
  if (t) *t = now;
  return now;
}

/* The length before the call is certainly on the disk after it. Each file has a row of its own, found by its inode. */
static int sync_and_note(long number, int fd) {
  struct stat file;
  int known = state && fstat(fd, &file) == 0;
  int result = syscall(number, fd);
  if (result != 0 || !known) return result;
  for (int i = 0; i < 64; i++) {
    uint64_t none = 0, inode = file.st_ino;
    Synced *row = &state->synced[i];
    if (row->inode != inode && !__atomic_compare_exchange_n(&row->inode, &none, inode, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
        && none != inode) continue;
    row->length = file.st_size, row->at = nanos(CLOCK_MONOTONIC);
    break;
  }
  return result;
}

int fsync(int fd) { return sync_and_note(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_and_note(SYS_fdatasync, fd); }
