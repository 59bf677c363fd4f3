import type { BrowserRequest, BrowseTask } from "../kit/browse.ts";
import type { PackedMessage } from "./chunking.ts";
import type { Ending } from "./process.ts";

/** Messages of the server to the driver of a browser. */
export type DriverOrder =
  | { readonly kind: "render"; readonly task: BrowseTask; readonly profile: string }
  /** The response to a request of the page, a packed `BrowserResponse`; undefined blocks the request. */
  | { readonly kind: "response"; readonly id: number; readonly response: PackedMessage | undefined }
  /** A chunk of a response; asked for by `more`. */
  | { readonly kind: "chunk"; readonly id: number; readonly bytes: Uint8Array }
  /** Asks for a chunk of the document. */
  | { readonly kind: "fetch" };

/** Messages of the driver. No message has more than a chunk of bytes and 64 KB. */
export type DriverMessage =
  | { readonly kind: "request"; readonly id: number; readonly request: BrowserRequest }
  | { readonly kind: "more"; readonly id: number }
  /** The page, a packed `RenderedDocument`. */
  | { readonly kind: "document"; readonly document: PackedMessage }
  | { readonly kind: "chunk"; readonly bytes: Uint8Array }
  | { readonly kind: "ended"; readonly ending: Ending; readonly reason: string };
