import { describe, expect, test } from "bun:test";
import { Problem } from "../kit/problem.ts";
import { explainFailure, OutcomeUnknown, unavailable } from "./failure.ts";

/** An error as Bun makes them: PostgreSQL's own code is in `errno`. */
const error = (code: string, errno?: string, message = "words of the server") =>
  Object.assign(new Error(message), { code, errno });
const server = (state: string) => error("ERR_POSTGRES_SERVER_ERROR", state);

describe("a database that cannot be used", () => {
  test.each([
    ["53300", "no free connection"],
    ["25006", "read-only"],
    ["42P05", "pooler"],
    ["26000", "pooler"],
    ["53100", "disk is full"],
    ["28P01", "user or the password"],
    ["3D000", "no database with the name"],
    ["42501", "privileges"],
    ["57P03", "starting, stopping"],
    ["ERR_POSTGRES_CONNECTION_REFUSED", "cannot be reached"],
    ["ERR_POSTGRES_CONNECTION_TIMEOUT", "did not respond in time"],
    ["ERR_POSTGRES_TLS_NOT_AVAILABLE", "does not offer TLS"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "not trusted"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "not trusted"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "not trusted"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "not trusted"],
    ["CERT_HAS_EXPIRED", "not trusted"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "not trusted"],
    ["ERR_BORINGSSL", "not trusted"],
    ["SQLITE_FULL", "disk is full"],
    ["ENOSPC", "disk is full"],
    ["EDQUOT", "disk is full"],
    ["SQLITE_IOERR_WRITE", "does not accept"],
    ["SQLITE_READONLY", "cannot be written"],
    ["EROFS", "cannot be written"],
    ["SQLITE_NOTADB", "damaged"],
    ["SQLITE_CANTOPEN", "cannot be opened"],
    ["SQLITE_BUSY", "lock"],
  ])("%s is 503, and is explained", (code, words) => {
    const failure = /^\d/.test(code) ? server(code) : error(code);
    const problem = unavailable(failure);
    expect(problem).toMatchObject({ code: "storage-unavailable", status: 503 });
    expect(explainFailure(failure)).toContain(words);
    expect(explainFailure(problem)).toBe(explainFailure(failure));
    expect(explainFailure(new OutcomeUnknown(failure))).toBe(explainFailure(failure));
    expect((problem as Problem).message).not.toContain("words of the server");
  });
});

test.each(["23505", "22003", "42601", "42P01"])("%s is a mistake of ours, no absent database", (state) => {
  const failure = server(state);
  expect(unavailable(failure)).toBe(failure);
  expect(explainFailure(failure)).toStartWith("The database rejects what every request needs.");
});

test("an explanation goes by the code, not by words of others, and repeats none of them", () => {
  const failure = error("ERR_POSTGRES_SERVER_ERROR", "28P01", "SQLITE_FULL ECONNREFUSED s3cret@host 53300");
  expect(explainFailure(failure)).toContain("user or the password");
  expect(explainFailure(failure)).not.toContain("s3cret");
});

test("a database that does not answer is explained", () => {
  const late = new Error("the database did not respond in time");
  expect(unavailable(late)).toMatchObject({ code: "storage-unavailable" });
  expect(explainFailure(late)).toContain("did not respond in time");
});

test("an older release beside a newer database says so", () => {
  const cause = "The database was made by a newer Quintet. Run that release, or use another database.";
  expect(explainFailure(new Problem("storage-unavailable", "Try again.", { cause }))).toContain(
    "newer release",
  );
});
