// Generated from the modules in src by `npm run generate`. Edit those.
import { type Cost, type QuotaState } from "./quota.js";
import { type RawResponse, type StreamedResponse } from "./transport.js";
/** A response. */
export interface Answer<Data> {
    readonly data: Data;
    readonly status: number;
    /** The ID to give to the operator. */
    readonly requestId: string;
    /** The cost of the call; undefined for calls that are not metered. */
    readonly cost: Cost | undefined;
    /** The quotas after the call, in the order in which they are charged. */
    readonly quota: readonly QuotaState[];
    readonly headers: Headers;
}
/** A response with its data. */
export declare function answerOf<Data>({ status, headers }: RawResponse | StreamedResponse, data: Data): Answer<Data>;
/** A whole response: JSON as a value, text as a string, everything else as a `Blob`. */
export declare function dataOf({ bytes, mediaType, status }: RawResponse): unknown;
/** Checks that these members of a response are counts. Throws an `InvalidResponseError`: the server is another one. */
export declare function checkCounts(value: unknown, names: readonly string[]): void;
