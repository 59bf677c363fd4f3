/** @jsxImportSource hono/jsx */
import type { FC, PropsWithChildren } from "hono/jsx";
import type { AccountPages, AccountView } from "../http/account-pages.ts";

const Page: FC<PropsWithChildren<{ title: string }>> = ({ title, children }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{`${title} - Quintet`}</title>
    </head>
    <body>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </body>
  </html>
);

function written(page: unknown): string {
  return `<!doctype html>${String(page)}`;
}

/** Asks for an address. The second field is for programs: people do not see it. */
const SignUpForm: FC = () => (
  <form method="post" action="/signup">
    <p>
      <label for="email">E-mail address</label>{" "}
      <input id="email" name="email" type="email" required maxlength={254} autocomplete="email" />
    </p>
    <p hidden>
      <label for="website">Leave this empty</label>{" "}
      <input id="website" name="website" tabindex={-1} autocomplete="off" />
    </p>
    <button type="submit">Send me a link</button>
  </form>
);

const NewKeyBox: FC<{ view: AccountView; baseUrl: string }> = ({ view, baseUrl }) =>
  view.newKey === undefined ? null : (
    <section aria-labelledby="new-key">
      <h2 id="new-key">Your new key</h2>
      <p>
        <strong>
          <code>{view.newKey.key}</code>
        </strong>
      </p>
      <p>Copy it now: it is shown this once, and only its hash is kept.</p>
      <pre>{`curl -H "Authorization: Bearer ${view.newKey.key}" ${baseUrl}/usage`}</pre>
    </section>
  );

const Usage: FC<{ view: AccountView }> = ({ view }) => (
  <section aria-labelledby="usage">
    <h2 id="usage">What is left</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">API</th>
          <th scope="col">Plan</th>
          <th scope="col">Used</th>
          <th scope="col">Starts anew (UTC)</th>
        </tr>
      </thead>
      <tbody>
        {view.usage.apis.flatMap(({ api, quotas }) =>
          quotas.map((quota) => (
            <tr>
              <th scope="row">{api}</th>
              <td>{quota.plan}</td>
              <td>
                <meter
                  min={0}
                  max={quota.limit}
                  value={quota.used}
                  aria-label={`${api}: ${quota.used} of ${quota.limit} ${quota.unit} of ${quota.plan}`}
                />{" "}
                {`${quota.used} of ${quota.limit} ${quota.unit}`}
              </td>
              <td>{quota.resetsAt.slice(0, 16).replace("T", " ")}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  </section>
);

const Keys: FC<{ view: AccountView }> = ({ view }) => (
  <section aria-labelledby="keys">
    <h2 id="keys">Keys</h2>
    <ul>
      {view.keys.map((key) => (
        <li>
          <p>
            {key.name}: <code>{key.hint}</code>, for {key.apis === null ? "all APIs" : key.apis.join(", ")}.{" "}
            {key.lastUsedOn === null ? "Never used." : `Last used on ${key.lastUsedOn}.`}{" "}
            {key.revokedAt !== null
              ? `Revoked ${key.revokedAt.slice(0, 10)}.`
              : key.expiresAt !== null
                ? `Replaced; ends ${key.expiresAt.slice(0, 16).replace("T", " ")} UTC.`
                : ""}
          </p>
          {key.revokedAt === null ? (
            <>
              <form method="post" action={`/account/keys/${key.id}/roll`}>
                <label for={`grace-${key.id}`}>The old one works for</label>{" "}
                <select id={`grace-${key.id}`} name="grace">
                  <option value="24h">24 hours more</option>
                  <option value="1h">1 hour more</option>
                  <option value="7d">7 days more</option>
                  <option value="0">no longer</option>
                </select>{" "}
                <button type="submit">Replace {key.hint}</button>
              </form>
              <form method="post" action={`/account/keys/${key.id}/revoke`}>
                <button type="submit">Revoke {key.hint}</button>
              </form>
            </>
          ) : null}
        </li>
      ))}
    </ul>
    <form method="post" action="/account/keys">
      <label for="name">Name</label> <input id="name" name="name" maxlength={40} />{" "}
      <label for="apis">For</label>{" "}
      <select id="apis" name="apis">
        <option value="">all APIs</option>
        {view.apis.map((api) => (
          <option value={api}>{api}</option>
        ))}
      </select>{" "}
      <button type="submit">Make a key</button>
    </form>
  </section>
);

/** The pages of accounts: plain forms that work without scripts. `baseUrl` has no slash at its end. */
export function accountPages(baseUrl: string): AccountPages {
  return {
    signUp: () =>
      written(
        <Page title="Get a key">
          <p>One key for every API, free to begin with, no card. The same form signs you in again.</p>
          <SignUpForm />
        </Page>,
      ),
    sent: () =>
      written(
        <Page title="Look into your mail">
          <p>If the address is right, a mail with a link is on its way. It works once, within 24 hours.</p>
          <p>Nothing there? Look among the spam, or ask again in ten minutes.</p>
        </Page>,
      ),
    confirm: () =>
      written(
        <Page title="One more step">
          <form method="post">
            <button type="submit">Confirm and go on</button>
          </form>
        </Page>,
      ),
    account: (view) =>
      written(
        <Page title="Your account">
          <p>
            Signed in as {view.email}. Plans:{" "}
            {view.plans.length === 0 ? "the free one" : view.plans.join(", ")}.
          </p>
          <NewKeyBox view={view} baseUrl={baseUrl} />
          <Usage view={view} />
          <Keys view={view} />
          <form method="post" action="/account/sign-out">
            <button type="submit">Sign out</button>
          </form>
        </Page>,
      ),
    refused: (title, detail) =>
      written(
        <Page title={title}>
          <p>{detail}</p>
          <p>
            <a href="/signup">Ask for a link</a>
          </p>
        </Page>,
      ),
  };
}
