// Preloaded by tests into processes of a server: SIGUSR2 blocks the event loop, for BLOCK_MS or for as long as the
// process lives. Nothing else of the process changes.
const ms = Number(process.env.BLOCK_MS ?? Number.POSITIVE_INFINITY);

process.on("SIGUSR2", () => {
  const until = performance.now() + ms;
  while (performance.now() < until);
});
