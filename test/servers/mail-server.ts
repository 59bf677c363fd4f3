import { SMTPServer } from "smtp-server";

/** One message as the server took it. */
export interface Delivered {
  readonly to: string[];
  readonly text: string;
  /** When it came, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** A real SMTP server on loopback. */
export interface MailServer extends AsyncDisposable {
  readonly url: string;
  readonly delivered: Delivered[];
  /** How often a recipient was named, taken or not. */
  readonly asked: () => number;
  /** The code with which recipients are refused from now on; undefined takes them. */
  refuse(code: number | undefined): void;
  /** The same for senders. */
  refuseSender(code: number | undefined): void;
}

/** Undoes quoted-printable, in which long lines are broken. */
function decoded(text: string): string {
  return text.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
}

/** Starts one on a free port, or on the one that is given. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const delivered: Delivered[] = [];
  let code: number | undefined;
  let senderCode: number | undefined;
  let asked = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom(_address, _session, done) {
      if (senderCode === undefined) return done();
      done(Object.assign(new Error("refused here"), { responseCode: senderCode }));
    },
    onRcptTo(_address, _session, done) {
      asked++;
      if (code === undefined) return done();
      done(Object.assign(new Error("refused here"), { responseCode: code }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const text = decoded(Buffer.concat(parts).toString("utf8"));
        delivered.push({ to, text, at: performance.now() });
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    delivered,
    asked: () => asked,
    refuse(given) {
      code = given;
    },
    refuseSender(given) {
      senderCode = given;
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
