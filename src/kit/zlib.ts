/** Node's compression, loaded when it is first needed: it takes 1.5 MB of memory and 10 ms of a start. */
export const zlib = (): typeof import("node:zlib") => require("node:zlib");
