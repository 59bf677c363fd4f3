/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { AccountPages, AccountView } from "../http/account-pages.ts";
import { AccountPage } from "./account-page.tsx";
import { policyFor } from "./headers.ts";
import { Page, type Site } from "./page.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

/** A short page of the way to an account. */
function step(site: Site, title: string, children: Child): string {
  const page = (
    <Page site={site} path="/account" title={`${title} · Quintet`} description={title} personal>
      <div class="opening step">
        <h1>{title}</h1>
        {children}
      </div>
    </Page>
  );
  return `<!doctype html>${page}`;
}

/** The pages of accounts: plain forms that work without scripts, and may lead to these origins to pay. */
export function accountPages(site: Site, payOrigins: readonly string[] = []): AccountPages {
  return {
    policy: policyFor(payOrigins),
    signUp: () =>
      step(
        site,
        "Get a key",
        <>
          <p>One key for every API, free to begin with, no card. The same form signs you in again.</p>
          <SignUpForm label="Send me a link" />
        </>,
      ),
    sent: () =>
      step(
        site,
        "Look into your mail",
        <>
          <p>If the address is right, a mail with a link is on its way. It works once, within 24 hours.</p>
          <p>Nothing there? Look among the spam, or ask again in ten minutes.</p>
        </>,
      ),
    confirm: () =>
      step(
        site,
        "One more step",
        <form method="post">
          <button type="submit">Confirm and go on</button>
        </form>,
      ),
    account: (view: AccountView) => `<!doctype html>${<AccountPage site={site} view={view} />}`,
    leave: (email) =>
      step(
        site,
        "Delete this account",
        <>
          <p>
            Its keys end at once, and so do its payments; its plans and counters are deleted, and nothing
            brings them back. Take a <a href="/account/export">copy of what is kept</a> first.
          </p>
          <form method="post">
            <p class="ask">
              <label for="email">Type {email} to delete it</label>
              <input id="email" name="email" type="email" required autocomplete="off" />
            </p>
            <button type="submit" class="danger">
              Delete the account
            </button>
          </form>
          <p>
            <a href="/account">Back to the account</a>
          </p>
        </>,
      ),
    left: () =>
      step(site, "The account is deleted", <p>Its keys are of no use any more. Thank you for trying it.</p>),
    onward: (url) =>
      step(
        site,
        "Go on to the payment page",
        <p>
          <a href={url}>Go on to {new URL(url).host}</a>, or <a href="/account">back to the account</a>.
        </p>,
      ),
    refused: (title, detail) =>
      step(
        site,
        title,
        <>
          <p>{detail}</p>
          <p>
            <a href="/account">To the account</a>, or <a href="/signup">ask for a link</a>.
          </p>
        </>,
      ),
  };
}
