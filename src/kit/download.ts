interface DownloadOptions {
  /** Milliseconds that may pass without a byte. The whole download has no deadline. */
  readonly silenceMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The parameter with the URL: problems name it. */
  readonly parameter: string;
}

/** A response whose body is read as a stream, decoded from its content coding. */
export interface Download {
  readonly status: number;
  /** By lower-case name, one entry for each line. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: AsyncIterable<Uint8Array>;
  close(): void;
}

/** Opens a download. Throws the problems of `Fetch`. */
export type OpenDownload = (url: string, options: DownloadOptions) => Promise<Download>;
