// Preloaded by tests into processes of a server: SIGUSR2 blocks the event loop, for BLOCK_MS or for as long as the
// process lives. Nothing else of the process changes. It takes no processor time, which other tests need.
const ms = Number(process.env.BLOCK_MS ?? Number.POSITIVE_INFINITY);

process.on("SIGUSR2", () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms));
