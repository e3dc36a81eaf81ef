/**
 * Options of Node with which the product runs, here, in the image and in the service file. V8 otherwise collects with four
 * threads whatever the machine has, and on two processors the thread that answers requests waits for them: 0 is one less
 * than there are processors, and at least one (docs/decisions/0063).
 */
export const ENGINE_OPTIONS = ['--v8-pool-size=0'];
