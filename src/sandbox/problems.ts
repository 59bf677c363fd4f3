import { Problem } from "../kit/problem.ts";
import { type ProblemCode, problemKinds } from "../kit/problem-kinds.ts";
import type { JobLimits } from "../kit/sandbox.ts";
import type { Ended } from "./process.ts";
import type { ProblemParts } from "./protocol.ts";

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemKinds, code);
}

/** The problem of a job, made again in this process. */
export function problemOf({ code, detail, parameter, members }: ProblemParts): Problem {
  if (isCode(code)) return new Problem(code, detail, { parameter, members });
  return new Problem(
    "processing-failed",
    "This input could not be processed. Check the file, or send another one.",
    { cause: code },
  );
}

/** The problem for a client whose process was ended. */
export function problemOfEnding(ended: Ended, limits: Pick<JobLimits, "totalMs" | "progressMs">): Problem {
  switch (ended.ending) {
    case "deadline":
      return new Problem(
        "too-complex",
        `Processing this input took more than ${limits.totalMs / 1000} s of CPU time, or gave no result for ${limits.progressMs / 1000} s. Send a smaller input.`,
        { cause: ended },
      );
    case "contended":
      return new Problem(
        "busy",
        "Processing this input takes too long while other callers wait. Send the request again in 10 s, or send a smaller input.",
        { headers: { "Retry-After": "10" }, cause: ended },
      );
    case "memory":
      return new Problem(
        "too-complex",
        "This input needs more memory than one call may use. Send less in one call.",
        {
          cause: ended,
        },
      );
    case "left":
      return new Problem("client-left", "The client left before the response was there.");
    case "stopped":
      return new Problem("busy", "This process is shutting down. Send the request again in 1 second.", {
        headers: { "Retry-After": "1" },
      });
    case "crash":
      return new Problem(
        "processing-failed",
        "This input crashed the program that processes it. Save the file again, or send another one.",
        { cause: ended },
      );
  }
}
