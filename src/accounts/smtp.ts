import { lazily } from "../kit/lazily.ts";
import { EmailError, type SendEmail } from "./email-queue.ts";

/** Failures of the connection. Their message is of this machine: a closed port, an unknown name, a certificate. */
const OF_CONNECTION: readonly unknown[] = ["ESOCKET", "EDNS", "ETIMEDOUT", "EABORT"];

/** The short name of an SMTP failure, without the server's words: they may hold the address. */
function failureOf(error: unknown): EmailError {
  const { code, responseCode, command, message } = error as Partial<
    Record<"code" | "responseCode" | "command" | "message", unknown>
  >;
  const number = typeof responseCode === "number" ? responseCode : 0;
  const word = typeof code === "string" ? code : "error";
  // A rejected login, a rejected sender or a broken server is not about this recipient: it can be fixed and tried
  // again.
  const isOurs = command === "MAIL FROM";
  const permanent = (word === "EENVELOPE" || word === "EMESSAGE") && number >= 500 && !isOurs;
  const cause = OF_CONNECTION.includes(code) ? message : undefined;
  return new EmailError(number === 0 ? word : `${word} ${number}`, permanent, cause);
}

/** Sends by SMTP to `smtp://…` or `smtps://…`, in less time than the queue's claim. The first message loads the library. */
export function createSmtp(url: string, from: string, deadlineMs = 100_000): SendEmail {
  const transport = lazily(async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport(
      // In milliseconds; the library would wait for minutes.
      { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
      {
        from: { name: "Quintet", address: from },
        // Nothing in a message may make the library read a file or an address.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
    );
  });
  return async ({ to, subject, text, html }) => {
    const sender = await transport();
    try {
      await sender.sendMail({
        // As an object: in the string form a comma or a line break would name a second recipient.
        to: { name: "", address: to },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        headers: { "Auto-Submitted": "auto-generated" },
        signal: AbortSignal.timeout(deadlineMs),
      });
    } catch (error) {
      throw failureOf(error);
    }
  };
}
