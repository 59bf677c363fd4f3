// A client that keeps `connections` requests in the air for `ms` milliseconds and prints how many were
// answered: bun load.ts PORT TARGET CONNECTIONS MS. Every answer must be as long as the first.
const [port = "", target = "", connections = "", ms = ""] = process.argv.slice(2);
const request = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);

/** The length of one answer in bytes, head and body. */
async function answerLength(): Promise<number> {
  const answer = Promise.withResolvers<number>();
  let text = "";
  await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(port),
    socket: {
      open: (socket) => void socket.write(request),
      data(socket, data) {
        text += data.toString("latin1");
        const head = text.indexOf("\r\n\r\n");
        const length = /content-length: (\d+)/i.exec(text)?.[1];
        if (!text.startsWith("HTTP/1.1 200")) answer.reject(new Error(`not 200: ${text.slice(0, 80)}`));
        if (head >= 0 && length === undefined) answer.reject(new Error("an answer without Content-Length"));
        if (head < 0 || length === undefined || text.length < head + 4 + Number(length)) return;
        answer.resolve(head + 4 + Number(length));
        socket.end();
      },
    },
  });
  return answer.promise;
}

const length = await answerLength();
let answered = 0;
for (let i = 0; i < Number(connections); i++) {
  let received = 0;
  void Bun.connect({
    hostname: "127.0.0.1",
    port: Number(port),
    socket: {
      open: (socket) => void socket.write(request),
      data(socket, data) {
        received += data.length;
        if (received < length) return;
        received -= length;
        answered += 1;
        socket.write(request);
      },
    },
  });
}
await Bun.sleep(Number(ms));
console.log(answered);
process.exit(0);

export {};
