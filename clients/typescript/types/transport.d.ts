// Generated from the modules in src by `npm run generate`. Edit those.
/** How a client reaches a server. */
export interface QuintetOptions {
    /** The URL of the server, with its path if it has one. Default: `http://localhost:8080`. */
    readonly baseUrl?: string;
    /** The API key. UUIDs need none. */
    readonly key?: string | undefined;
    /** How often a call is retried. Default: 2. */
    readonly retries?: number;
    /** Milliseconds for one attempt, from the connection to the last byte of the body. Default: 60,000. */
    readonly timeoutMs?: number;
    /** The longest pause before a retry, in milliseconds. A longer `Retry-After` is an error at once. Default: 30,000. */
    readonly waitMaxMs?: number;
    /**
     * Sends an `Idempotency-Key` with every POST, so that one whose response was lost can be retried and is charged once.
     * The server stores those responses for a day. Default: false; then such a POST is an error.
     */
    readonly retryPosts?: boolean;
    /** Used instead of the global `fetch`. */
    readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}
/** Options of one call. */
export interface CallOptions<Type extends string = never> {
    /** The media type of the response, if not the default. */
    readonly accept?: Type;
    /** Cancels the call, also while it waits; the call rejects with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
    /** POST requests with the same key run and are charged once. With it, a call is retried after a lost response. */
    readonly idempotencyKey?: string;
    readonly timeoutMs?: number;
    readonly retries?: number;
}
/** Options of one request: those of a call, and those that only this client sets. */
export interface SendOptions extends CallOptions<string> {
    /** The longest pause before a retry, in milliseconds, if not that of the client. */
    readonly waitMaxMs?: number;
}
/** An operation as HTTP sees it. */
export interface Shape {
    readonly method: "GET" | "POST" | "PATCH" | "DELETE";
    readonly path: string;
    /** The parameters that are files. */
    readonly files: readonly string[];
    /** The whole body, if it is not made of the parameters; these are the query then. */
    readonly body?: Blob | FormData;
    /** Whether the call is to run as a job: then the response is the job. */
    readonly isAsync?: true;
    /** Whether the parameters are sent as a JSON object. Such an operation costs nothing, so it may be repeated. */
    readonly json?: true;
    /** Media types of the response, the default first. */
    readonly produces: readonly string[];
}
/** An action of a resource as HTTP sees it. */
export interface ActionShape extends Omit<Shape, "body"> {
    /** The parts of its path, which are the first arguments. */
    readonly parts: readonly string[];
    /** Whether the next argument is an object of parameters. */
    readonly hasInput: boolean;
    /** Those parameters that are members of the JSON body. */
    readonly body: readonly string[];
    /** Whether requests with the same `Idempotency-Key` run once. */
    readonly isRepeatable: boolean;
}
/** A complete response. */
export interface RawResponse {
    readonly status: number;
    readonly headers: Headers;
    /** In lower case, without parameters. */
    readonly mediaType: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
}
/** A response whose body arrives in pieces. */
export interface StreamedResponse extends Omit<RawResponse, "bytes"> {
    readonly chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}
/** Sends calls. */
export interface Transport {
    send(shape: Shape, input: object, options?: SendOptions): Promise<RawResponse>;
    /** Like `send`, but resolves with the head of the response. Its body is not retried. */
    stream(shape: Shape, input: object, options?: SendOptions): Promise<StreamedResponse>;
}
/** A URL without the slashes at its end. */
export declare function withoutSlash(url: string): string;
/** The JSON of a body; throws a `SyntaxError` or a `TypeError` for one that has none. */
export declare function parseJson(bytes: Uint8Array): unknown;
export declare const isJson: (mediaType: string) => boolean;
/** Makes a transport. Throws a `TypeError` for options that are not accepted. */
export declare function createTransport(options: QuintetOptions): Transport;
