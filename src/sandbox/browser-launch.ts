import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserUser } from "../kit/browse.ts";

/**
 * Switches of Chromium. Nothing leaves it but over its pipe: names are not resolved, connections go to a proxy that is
 * not there, local ones too, WebRTC and QUIC have no way around that proxy.
 */
const SWITCHES = [
  "--headless=new",
  "--remote-debugging-pipe",
  "--proxy-server=http://127.0.0.1:1",
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  // Lets the extension below be loaded, over the pipe.
  "--enable-unsafe-extension-debugging",
  "--disable-sync",
  "--disable-breakpad",
  "--disable-crash-reporter",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-features=Translate,MediaRouter,OptimizationHints,WebTransport,IsolateOrigins,site-per-process",
  "--disable-site-isolation-trials",
  "--renderer-process-limit=1",
  "--js-flags=--max-old-space-size=256",
  "--mute-audio",
  "--no-first-run",
  "--no-default-browser-check",
  "--no-pings",
  "--hide-scrollbars",
  "--window-size=1280,800",
  "--no-startup-window",
];

/**
 * An extension that blocks every request but GET and HEAD inside of the browser, before the DevTools protocol sees it:
 * the protocol would send the whole body. Browsers that cannot load it leave these requests to us.
 */
const EXTENSION: Readonly<Record<string, unknown>> = {
  "manifest.json": {
    manifest_version: 3,
    name: "Read only",
    version: "1",
    permissions: ["declarativeNetRequest"],
    declarative_net_request: {
      rule_resources: [{ id: "read-only", enabled: true, path: "rules.json" }],
    },
  },
  "rules.json": [
    {
      id: 1,
      action: { type: "block" },
      condition: {
        excludedRequestMethods: ["get", "head"],
        resourceTypes: [
          "main_frame",
          "sub_frame",
          "stylesheet",
          "script",
          "image",
          "font",
          "object",
          "xmlhttprequest",
          "ping",
          "csp_report",
          "media",
          "other",
        ],
      },
    },
    { id: 2, action: { type: "block" }, condition: { resourceTypes: ["websocket", "webtransport"] } },
  ],
};

/**
 * As root, the browser would raise its own priority above that of the server: it starts without the capability. It starts
 * without a network where the system has network namespaces (`unshare` of util-linux), because all it
 * needs comes over its pipe; and the kernel ends it with the server. A system without these programs goes without.
 */
const ISOLATED = `ulimit -f "$1" 2>/dev/null; shift
command -v setpriv >/dev/null && set -- setpriv --pdeathsig KILL "$@"
setpriv --bounding-set -sys_nice true 2>/dev/null && set -- setpriv --bounding-set -sys_nice "$@"
if unshare -n true 2>/dev/null; then exec unshare -n "$@"; fi
if unshare -c -n true 2>/dev/null; then exec unshare -c -n "$@"; fi
exec "$@"`;

/**
 * The longest profile path with which the browser can use its profile as its temporary folder: it makes a Unix socket
 * there, whose path may have 107 bytes, 46 of them below that folder.
 */
const PROFILE_PATH_MAX = 61;

/** Units of `ulimit -f`, in bytes (POSIX). */
const FILE_BLOCK = 512;

/** Writes the extension into a profile; gives its folder. */
export function writeExtension(profile: string): string {
  const folder = join(profile, "extension");
  mkdirSync(folder);
  for (const [name, value] of Object.entries(EXTENSION))
    writeFileSync(join(folder, name), JSON.stringify(value));
  return folder;
}

/**
 * Starts the browser in the process group of its caller, as `user` if one is given; no file that it writes may have more
 * than `diskBytes`. Chromium's own sandbox does not work as root.
 */
export function launchBrowser(
  path: string,
  profile: string,
  diskBytes: number,
  user: BrowserUser | undefined,
): ChildProcess {
  const isRoot = process.getuid?.() === 0 && (user === undefined || user.uid === 0);
  const switches = isRoot ? [...SWITCHES, "--no-sandbox"] : SWITCHES;
  const command = [path, ...switches, `--user-data-dir=${profile}`];
  if (user !== undefined) {
    chownSync(profile, user.uid, user.gid);
    // The kernel forgets the signal of the first `setpriv` when the user changes.
    const as = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--pdeathsig", "KILL"];
    command.unshift("setpriv", ...as);
  }
  const blocks = String(Math.ceil(diskBytes / FILE_BLOCK));
  return spawn("/bin/sh", ["-c", ISOLATED, "sh", blocks, ...command], {
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      HOME: profile,
      TMPDIR: Buffer.byteLength(profile) > PROFILE_PATH_MAX ? "/tmp" : profile,
      XDG_CONFIG_HOME: profile,
      XDG_CACHE_HOME: profile,
    },
    cwd: "/",
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
}
