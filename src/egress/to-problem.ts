import type { FetchOptions } from "../kit/fetch.ts";
import { Problem } from "../kit/problem.ts";
import { NotPublicError } from "./request.ts";
import { notPublic } from "./url-policy.ts";

const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;
const BROKEN_CODE = /^(?:HPE_|Z_|ERR__?ZSTD|ZSTD|ERR_BROTLI|ERR_PADDING|ERR_FORMAT|ERR_TRAILING|ERR_HTTP)/;

/** Turns what a socket, a parser or a decoder threw into what a client is told. */
export function toProblem(
  error: unknown,
  { parameter = "url" }: Pick<FetchOptions, "parameter">,
  redirected: boolean,
  hasResponse: boolean,
): Problem {
  const subject = redirected ? `The URL that ${parameter} redirects to` : `The URL in ${parameter}`;
  if (error instanceof Problem) return error;
  if (error instanceof NotPublicError) return notPublic(parameter, redirected);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (TLS_CODE.test(code)) {
    return new Problem(
      "upstream-tls",
      `${subject} has no valid TLS certificate. Fix the certificate and try again.`,
      {
        parameter,
        cause: error,
      },
    );
  }
  if (hasResponse || BROKEN_CODE.test(code)) {
    const detail = `${subject} returned a response that is malformed, incomplete or too large.`;
    return new Problem("upstream-invalid", detail, { parameter, cause: error });
  }
  const detail = `${subject} does not respond. Check the host name, and that a server is running there.`;
  return new Problem("upstream-unreachable", detail, { parameter, cause: error });
}

/** The problem for a passed deadline. */
export function timeout({ parameter = "url", deadlineMs }: FetchOptions): Problem {
  return new Problem(
    "upstream-timeout",
    `The URL in ${parameter} did not respond completely within ${deadlineMs / 1000} seconds.`,
    { parameter },
  );
}
