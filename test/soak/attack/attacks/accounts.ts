import { FAILED_CALL_MS } from "../../../../src/accounts/free-cpu.ts";
import { samplePdf } from "../../../../src/apis/pdf/samples.ts";
import type { Attack, Scene } from "../attack.ts";
import { shotOf } from "../request.ts";
import { utf8 } from "./bytes.ts";

const FORM = "application/x-www-form-urlencoded";

const SIGN_UPS = 600;
/** Emails that one mailbox may get in an hour, and how soon a returning user has theirs. */
const MAILBOX_PER_HOUR = 5;
const RETURNING_MS = 2_000;

const victim = (index: number) => (address: string) =>
  address.replace(/\+[^@]*/, "").replace(/\.(?=.*@)/g, "") === `victim${index}@gmail.example`;

function form(fields: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  return utf8(new URLSearchParams(fields).toString());
}

/** Asks for a link as somebody who has an account, from an address of their own; gives how long it took to come. */
async function returning({ url, emails, key }: Scene, email: string, address: string): Promise<number> {
  await key(email);
  const began = performance.now();
  await fetch(`${url}/signup`, {
    method: "POST",
    headers: { "Content-Type": FORM, "X-Forwarded-For": address },
    body: form({ email }),
  });
  for (;;) {
    const came = emails((to) => to === email)[0];
    if (came !== undefined) return came - began;
    if (performance.now() - began > 5 * RETURNING_MS) return Number.POSITIVE_INFINITY;
    await Bun.sleep(10);
  }
}

async function used(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/usage`, { headers: { "X-API-Key": key } });
  const { apis } = (await answer.json()) as { apis: { api: string; quotas: { used: number }[] }[] };
  return apis.find(({ api }) => api === "pdf")?.quotas[0]?.used ?? 0;
}

/** Failures that one account may have: its free processor time of a minute, what is refilled in 10 s, and what is under way. */
const FAILURES_MAX = (30_000 + 5_000) / FAILED_CALL_MS + 30;

/** H5, M2 and M4: sign-ups, keys and accounts. */
export const accountAttacks: readonly Attack[] = [
  {
    id: "H5",
    title: "600 sign-ups from the /64s of one /48 as victim+N@",
    // As behind a proxy of the operator: the attack comes from many addresses.
    environment: { TRUST_PROXY: "on" },
    async play({ index, send, signal }) {
      let next = 0;
      const sender = async () => {
        for (let i = next++; i < SIGN_UPS && !signal.aborted; i = next++) {
          const from = `2001:db8:${index + 1}:${(i + 16).toString(16)}::1`;
          const body = form({ email: `victim${index}+${i}@gmail.example` });
          await send(shotOf("POST", "/signup", { "Content-Type": FORM, "X-Forwarded-For": from }, body));
        }
      };
      await Promise.all([sender(), sender(), sender(), sender()]);
    },
    async during(scene, index) {
      // Once while it begins, and once when most of it has been sent.
      await Bun.sleep(500);
      const times = [
        await returning(scene, `early-${crypto.randomUUID()}@user.example`, `198.51.100.${index}`),
      ];
      await Bun.sleep(scene.seconds * 300);
      times.push(await returning(scene, `late-${crypto.randomUUID()}@user.example`, `198.51.101.${index}`));
      return times
        .filter((ms) => ms > RETURNING_MS)
        .map(
          (ms) =>
            `a returning user's email took ${Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : "over 10 s"}`,
        );
    },
    async after({ emails, callers }) {
      return Array.from({ length: callers }, (_, index) => emails(victim(index)).length)
        .filter((count) => count > MAILBOX_PER_HOUR)
        .map((count) => `${count} emails to one mailbox`);
    },
  },
  {
    id: "M2",
    title: "failures spread over keys that are made and revoked",
    wantsSessions: true,
    async play({ send, sessions, signal }) {
      const session = { Cookie: `quintet_session=${sessions[0] ?? ""}` };
      const broken = utf8("GIF89a, but no image");
      while (!signal.aborted) {
        const made = await send(
          shotOf("POST", "/account/keys", { ...session, "Content-Type": FORM }, form({ name: "a" })),
        );
        const [, key = ""] = /"key":"(\w+)"/.exec(made.text) ?? [];
        const [, id] = /"id":"([\w-]+)"/.exec(made.text) ?? [];
        // An account makes 100 keys a day.
        if (id === undefined) continue;
        const calls = Array.from({ length: 20 }, () =>
          send(
            shotOf("POST", "/images/remove-bg", { "X-API-Key": key, "Content-Type": "image/gif" }, broken),
          ),
        );
        await Promise.all(calls);
        await send(shotOf("POST", `/account/keys/${id}/revoke`, session, new Uint8Array()));
      }
    },
    async after({ outcomes }) {
      return outcomes.flatMap((seen) => {
        let failed = 0;
        for (const [what, times] of seen) if (/^4(?!01|29|09|03)/.test(what)) failed += times;
        return failed > FAILURES_MAX ? [`${failed} failed calls of one account`] : [];
      });
    },
  },
  {
    id: "M4",
    title: "the account is deleted and signed up again",
    async during({ url, key, signIn }, index) {
      const email = `leaver${index}-${crypto.randomUUID()}@user.example`;
      const first = await key(email);
      const pdf = samplePdf();
      for (let i = 0; i < 3; i++) {
        await fetch(`${url}/pdf/extract`, {
          method: "POST",
          headers: { "X-API-Key": first, "Content-Type": "application/pdf" },
          body: pdf,
        });
      }
      const before = await used(url, first);
      const session = await signIn(email);
      const deleted = await fetch(`${url}/account/delete`, {
        method: "POST",
        headers: { "Content-Type": FORM, Cookie: `quintet_session=${session}` },
        body: form({ email }),
      });
      const again = await used(url, await key(email));
      if (deleted.status !== 200) return [`the account was not deleted: ${deleted.status}`];
      return again >= before && before > 0 ? [] : [`${before} used before, ${again} after`];
    },
  },
];
