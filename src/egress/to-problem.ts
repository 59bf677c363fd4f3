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
  answered: boolean,
): Problem {
  const subject = redirected ? `The address that ${parameter} redirects to` : `The address in ${parameter}`;
  if (error instanceof Problem) return error;
  if (error instanceof NotPublicError) return notPublic(parameter, redirected);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (TLS_CODE.test(code)) {
    return new Problem("upstream-tls", `${subject} could not be reached over TLS with a valid certificate.`, {
      parameter,
      cause: error,
    });
  }
  if (answered || BROKEN_CODE.test(code)) {
    const detail = `${subject} gave an answer that is malformed, incomplete or over the limits of HTTP.`;
    return new Problem("upstream-invalid", detail, { parameter, cause: error });
  }
  const detail = `${subject} does not answer: check the name, and that a server listens there.`;
  return new Problem("upstream-unreachable", detail, { parameter, cause: error });
}

/** What a client is told when the deadline has passed. */
export function timeout({ parameter = "url", deadlineMs }: FetchOptions): Problem {
  return new Problem(
    "upstream-timeout",
    `The address in ${parameter} did not answer in full within ${deadlineMs / 1000} seconds.`,
    { parameter },
  );
}
