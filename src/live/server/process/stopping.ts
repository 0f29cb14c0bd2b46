/** Returns when somebody has sent SIGCONT. Linux delivers a signal that a process sends to itself before the call returns. */
export const stopUntilContinued = (): void => void process.kill(process.pid, 'SIGSTOP');
