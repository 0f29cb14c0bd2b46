/** Returns when a SIGCONT has come. Linux delivers a signal to the sender itself before the call returns. */
export const stopUntilContinued = (): void => void process.kill(process.pid, 'SIGSTOP');
