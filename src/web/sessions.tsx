/** @jsxImportSource hono/jsx */
import type { AccountView } from "../http/accounts/account-pages.ts";
import { date } from "../kit/dates.ts";
import { Part, Row, Time } from "./facts.tsx";
import { Confirm, PostButton } from "./forms.tsx";

type Session = AccountView["sessions"][number];

/** The dates on which a session began and was last used. */
export function SessionTimes({ session: { createdAt, lastUsedOn } }: { session: Session }) {
  return (
    <>
      {createdAt !== null && (
        <>
          Signed in <Time of={createdAt} as={date} />.{" "}
        </>
      )}
      {lastUsedOn !== null && (
        <>
          Last used <Time of={lastUsedOn} as={date} />.{" "}
        </>
      )}
    </>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, device, expiresAt, isCurrent } = session;
  const name = device ?? "Unknown browser";
  const text = (
    <>
      <SessionTimes session={session} />
      Expires <Time of={expiresAt} as={date} />.
    </>
  );
  return (
    <Row name={isCurrent ? `${name} (this browser)` : name} text={text}>
      <PostButton
        action={isCurrent ? "/account/sign-out" : `/account/sessions/${id}/revoke`}
        text={isCurrent ? "Sign out" : "End session"}
        about={name}
      />
    </Row>
  );
}

/** List of the owner's sessions; each can be ended, and all at once. */
export function Sessions({ view }: { view: AccountView }) {
  return (
    <Part id="sessions" title="Sessions">
      <ul class="rows">
        {view.sessions.map((session) => (
          <SessionRow session={session} />
        ))}
      </ul>
      <div class="acts">
        <Confirm action="/account/sign-out-everywhere" text="Sign out everywhere" isDanger>
          <p>Ends every session, this one included. Keys keep working.</p>
        </Confirm>
      </div>
    </Part>
  );
}
