import { expect, test } from "bun:test";
import { type AddressInfo, createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { EmailError } from "./email-queue.ts";
import { createSmtp } from "./smtp.ts";

const message = { to: "you@example.com", subject: "Sign in", text: "Open this link." };

/** The failure of a message, and what is logged about it. */
async function failureOf(url: string, deadlineMs?: number) {
  const send = createSmtp(url, "quintet@example.com", deadlineMs);
  const error: unknown = await send(message).catch((thrown: unknown) => thrown);
  if (!(error instanceof EmailError)) throw new TypeError("the message was sent");
  return { failure: error.message, cause: error.cause };
}

async function listening(options: ConstructorParameters<typeof SMTPServer>[0]) {
  const server = new SMTPServer({ authOptional: true, ...options });
  server.on("error", () => {});
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

test("a failure before the server speaks says why, so that MAIL_URL can be fixed", async () => {
  expect(await failureOf("smtp://127.0.0.1:9")).toEqual({
    failure: "ESOCKET",
    cause: expect.stringMatching(/ECONNREFUSED|Failed to connect/),
  });
  // Its certificate is its own, as that of a new Postfix.
  await using server = await listening({ hideSTARTTLS: false });
  expect(await failureOf(server.url)).toEqual({
    failure: "ESOCKET",
    cause: expect.stringMatching(/certificate/),
  });
  await createSmtp(`${server.url}?tls.rejectUnauthorized=false`, "quintet@example.com")(message);
});

test("the words of a server, which may name the recipient, are not repeated", async () => {
  await using server = await listening({
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`${address} is unknown`), { responseCode: 550 })),
  });
  expect(await failureOf(server.url)).toEqual({ failure: "EENVELOPE 550", cause: undefined });
});

test("a server that answers a line at a time without an end is left at the deadline", async () => {
  const left = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.write("220 ready\r\n");
    socket.on("data", () => {
      const timer = setInterval(() => socket.write("250-more\r\n"), 5);
      socket.on("close", () => clearInterval(timer)).on("close", left.resolve);
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  expect(await failureOf(`smtp://127.0.0.1:${port}`, 50)).toEqual({
    failure: "EABORT",
    cause: "Message sending aborted",
  });
  await left.promise;
  server.close();
});
