/** Limits for rendering one page. */
export interface BrowseLimits {
  /** Milliseconds from the start of the browser to the document, by the clock. */
  readonly totalMs: number;
  /** Milliseconds after the page has loaded in which its scripts may still change it. */
  readonly settleMs: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  /** The longest document, in characters. */
  readonly documentMax: number;
}

/** A user of the operating system. */
export interface BrowserUser {
  readonly uid: number;
  readonly gid: number;
}

/** A page to render in a browser of the operator's machine. */
export interface BrowseTask {
  readonly path: string;
  /** The user that runs the browser, if not that of the server. */
  readonly user?: BrowserUser | undefined;
  readonly url: string;
  readonly userAgent: string;
  readonly limits: BrowseLimits;
}

/** A request that the page makes; nothing else leaves the browser. */
export interface BrowserRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `Document` for the page itself, `Frame` for a page in it, `Script`, `XHR`, `Fetch`, `Stylesheet`, `Image` and so on, as the DevTools protocol has them. */
  readonly kind: string;
}

/** The response to a request of the page. */
export interface BrowserResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Responds to a request of the page; undefined blocks the request. */
export type RequestHandler = (request: BrowserRequest) => Promise<BrowserResponse | undefined>;

/** A document after its scripts have run. */
export interface RenderedDocument {
  /** Its HTML in UTF-8. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly url: string;
}

/** Renders a page in a browser whose requests `handleRequest` serves. Throws `too-complex` and `processing-failed`. */
export type Browse = (task: BrowseTask, handleRequest: RequestHandler) => Promise<RenderedDocument>;
