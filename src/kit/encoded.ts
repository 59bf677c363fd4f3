/** A response that its operation has already written in the negotiated media type. */
export class Encoded {
  readonly body: Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Where the input, not the `Accept` header, decided: the one of the operation's `produces` it is in. */
  readonly mediaType: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Encoded["body"], mediaType?: string, headers: Encoded["headers"] = {}) {
    this.body = body;
    this.mediaType = mediaType;
    this.headers = headers;
  }
}
