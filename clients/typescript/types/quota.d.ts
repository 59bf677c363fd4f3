// Generated from the modules in src by `npm run generate`. Edit those.
/** The cost of a call, from `Quintet-Cost`. */
export interface Cost {
    /** In the API's unit. */
    readonly units: number;
    readonly unit: string;
    /** The cost in credits, for plans that have them. */
    readonly credits: number;
}
/** A quota after a call, from `RateLimit` and `RateLimit-Policy`. */
export interface QuotaState {
    /** Its name. `usage()` has the same names. */
    readonly policy: string;
    readonly remaining: number;
    /** Seconds until it starts again. */
    readonly resetsInSeconds: number;
    readonly limit: number | undefined;
    readonly windowSeconds: number | undefined;
    readonly unit: string | undefined;
}
/** The cost that a response reports; undefined for calls that are not metered. */
export declare function costOf(headers: Headers): Cost | undefined;
/** The quotas that a response reports, in the order in which they are charged. */
export declare function quotaOf(headers: Headers): QuotaState[];
