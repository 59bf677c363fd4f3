/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { AccountPages, OwnAuditView, SentView } from "../http/accounts/account-pages.ts";
import type { Api } from "../kit/descriptor.ts";
import { sectionPage } from "./account-page.tsx";
import { AuditTable, auditEvents } from "./audit-table.tsx";
import { Dashboard } from "./dashboard.tsx";
import { Choice, Field, Filters } from "./forms.tsx";
import { policyFor } from "./headers.ts";
import { jobPage } from "./job-page.tsx";
import { jobsPage } from "./jobs-page.tsx";
import { overviewPage } from "./overview-page.tsx";
import { Page, type Site } from "./page.tsx";
import { Empty, FilteredPager, requestPage, requestsPage } from "./requests-page.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { deliveryPage, webhookPage } from "./webhooks.tsx";

/** A short page on the way to an account. */
function step(site: Site, title: string, children: Child, path: "/" | "/signup" = "/"): string {
  const page = (
    <Page site={site} path={path} title={`${title} · Quintet`} description={title} personal>
      <div class="gate">
        <h1>{title}</h1>
        {children}
      </div>
    </Page>
  );
  return `<!doctype html>${page}`;
}

function auditPage(site: Site, view: OwnAuditView): string {
  return `<!doctype html>${(
    <Dashboard
      site={site}
      entry="Settings"
      below="Audit log"
      title="Audit log"
      lead="Sign-ins and changes to your keys, webhooks, sessions and plans. Entries cannot be edited."
    >
      <Filters action="/account/audit">
        <Choice
          name="action"
          label="Event"
          all="All events"
          chosen={view.filters.action}
          options={auditEvents.filter(([action]) => !/^(?:operator|catalogue|incident)\b/.test(action))}
        />
      </Filters>
      <AuditTable
        entries={view.entries}
        empty={<Empty of="entries" path="/account/audit" filters={view.filters} />}
      />
      <FilteredPager path="/account/audit" {...view} />
    </Dashboard>
  )}`;
}

/** The data that outlives an account, in the words of the guide to privacy. */
const STAYS = [
  "the ID of the account in the audit log, without your email address, for 2 years",
  "this month's free usage, under a hash that does not show your email address, until the period ends",
];

function leavePage(site: Site, email: string): string {
  return `<!doctype html>${(
    <Dashboard site={site} entry="Settings" below="Delete your account" title="Delete your account">
      <p>
        Keys, sessions and shared links stop working immediately, subscriptions are canceled, and your data is
        deleted. This can't be undone. <a href="/account/export">Export your data</a> first.
      </p>
      <p>We keep only:</p>
      <ul>
        {STAYS.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
      <p>
        If you sign up again this month, your free quota continues where it was.{" "}
        <a href="/docs/privacy">Data and privacy</a>
      </p>
      <form method="post">
        <Field
          {...{ name: "email", label: `Type ${email} to confirm`, type: "email", required: true }}
          {...{ autocomplete: "off", title: `Type ${email}` }}
          pattern={RegExp.escape(email)}
        />
        <button type="submit" class="danger">
          Delete account
        </button>
      </form>
    </Dashboard>
  )}`;
}

/** Where emails of well-known providers are read. */
const INBOXES: readonly (readonly [domains: RegExp, name: string, url: string])[] = [
  [/^(?:gmail|googlemail)\.com$/, "Gmail", "https://mail.google.com/"],
  [/^(?:outlook|hotmail|live|msn)\.com$/, "Outlook", "https://outlook.live.com/mail/"],
  [/^(?:yahoo|ymail)\.com$/, "Yahoo", "https://mail.yahoo.com/"],
  [/^(?:icloud|me|mac)\.com$/, "iCloud", "https://www.icloud.com/mail"],
  [/^(?:proton\.me|protonmail\.com|pm\.me)$/, "Proton", "https://mail.proton.me/"],
];

function InboxLink({ email }: { email: string }) {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const inbox = INBOXES.find(([domains]) => domains.test(domain));
  if (inbox === undefined) return null;
  return (
    <a class="button" href={inbox[2]} rel="noreferrer">
      Open {inbox[1]}
    </a>
  );
}

/** Asks again for a link, or for one to another address. */
function Again({ view: { email, nextLinkMinutes }, sendsEmail }: SentProps) {
  return (
    <>
      <p class="soft">
        {sendsEmail && "Didn't get it? Check your spam folder. "}
        {nextLinkMinutes > 0
          ? `You can request a new link in ${minutes(nextLinkMinutes)}, up to three a day.`
          : "You can request a new link now, up to three a day."}
      </p>
      <form method="post" action="/signup" class="sign-up">
        <input type="hidden" name="email" value={email} />
        {nextLinkMinutes === 0 && (
          <button type="submit" class="plain-button">
            Send a new link
          </button>
        )}
        <a href="/signup">Use a different email</a>
      </form>
    </>
  );
}

const minutes = (count: number) => (count === 1 ? "1 minute" : `${count} minutes`);

/** Where the link is. After too many sign-up requests, only existing accounts get one. */
function SentLink({ view: { email, waitMinutes, minutesAgo }, sendsEmail }: SentProps) {
  const to = <strong>{email}</strong>;
  const isLimited = waitMinutes > 0;
  if (!sendsEmail)
    return isLimited ? (
      <>If {to} has an account, its sign-in link is in the terminal in which this server was started.</>
    ) : (
      <>
        This server has no email service, so the sign-in link for {to} is in the terminal in which it was
        started.
      </>
    );
  if (isLimited) return <>If {to} has an account, we sent it a sign-in link.</>;
  return (
    <>
      We sent a sign-in link to {to}
      {minutesAgo > 0 && ` ${minutes(minutesAgo)} ago`}.
    </>
  );
}

interface SentProps extends Pick<Site, "sendsEmail"> {
  readonly view: SentView;
}

/** The page after a sign-in link was requested. */
function sentPage(site: Site, view: SentView): string {
  const { sendsEmail } = site;
  return step(
    site,
    sendsEmail ? "Check your email" : "Check the terminal",
    <>
      <p>
        <SentLink view={view} sendsEmail={sendsEmail} /> It works once and expires in 24 hours.
      </p>
      {sendsEmail && <InboxLink email={view.email} />}
      {view.waitMinutes > 0 && (
        <p class="soft">
          To create a new account, try again in {minutes(view.waitMinutes)}: there have been too many sign-up
          requests from your network.
        </p>
      )}
      <Again view={view} sendsEmail={sendsEmail} />
      {!sendsEmail && (
        <p class="soft for-operator">
          Operator: set <code>MAIL_URL</code> to send links by email.{" "}
          <a href="/docs/self-hosting">Self-hosting guide</a>
        </p>
      )}
    </>,
  );
}

/**
 * The account pages: plain forms that work without scripts, and may lead to these origins to pay. `off`: names of the APIs
 * that are not enabled.
 */
export function accountPages(
  site: Site,
  apis: readonly Api[],
  off: ReadonlySet<string> = new Set(),
  payOrigins: readonly string[] = [],
): AccountPages {
  const titles = new Map(apis.map(({ name, title }) => [name, title]));
  const served = apis.filter(({ name }) => !off.has(name));
  return {
    policy: policyFor(payOrigins),
    signUp: ({ isNear, next, isUnsent, rejected }) =>
      step(
        site,
        next === undefined ? "Get a key" : "Sign in",
        <>
          {next === undefined ? (
            <p>
              One key works for every API. Start for free, no card required. Already have an account? Use the
              same form to sign in.
            </p>
          ) : (
            <p>
              {isUnsent && "Your session has ended, so the form was not sent. "}
              {next === "/account" ? (
                "Sign in to your account."
              ) : (
                <>
                  Sign in to open <code>{next}</code>.
                </>
              )}{" "}
              No account yet? The same form creates one for free.
            </p>
          )}
          {isNear && (
            <p>
              There have been many sign-up requests from your network. New accounts may have to wait until the
              next hour. You can always sign in to an existing account.
            </p>
          )}
          <SignUpForm label="Email me a link" rejected={rejected} isFirst />
          <p class="soft">
            No password: the link signs you in. It works once and expires in 24 hours.{" "}
            <a href="/docs/privacy">Data and privacy</a>
          </p>
        </>,
        "/signup",
      ),
    sent: (view) => sentPage(site, view),
    confirm: (email) =>
      step(
        site,
        "Confirm your email",
        <>
          <p>
            This link signs you in as <strong>{email}</strong>. Not your account? Close this page.
          </p>
          <form method="post" class="sign-up">
            <button type="submit">Confirm and continue</button>
          </form>
        </>,
      ),
    overview: (view, activity) => overviewPage({ site, view, titles }, activity),
    section: (view, section) => sectionPage(section, { site, view, titles }),
    leave: (email) => leavePage(site, email),
    left: () => step(site, "Account deleted", <p>Your account and its keys are deleted.</p>, "/signup"),
    audit: (view) => auditPage(site, view),
    requests: (view) => requestsPage(site, view, titles),
    request: (request, unit, job) => requestPage(site, request, unit, served, job),
    job: (view, unit) => jobPage(site, view, unit, served),
    webhook: (view) => webhookPage(site, view),
    delivery: (view) => deliveryPage(site, view),
    jobs: (view, rejected) => jobsPage(site, view, { served, titles }, rejected),
    suspended: (detail) =>
      step(
        site,
        "Your account is suspended",
        <>
          <p>{detail}</p>
          <form method="post" action="/account/sign-out">
            <button type="submit" class="plain-button">
              Sign out
            </button>
          </form>
        </>,
      ),
    refused: (title, detail) =>
      step(
        site,
        title,
        <>
          <p>{detail}</p>
          <p>
            Go to <a href="/account">your account</a> or <a href="/signup">sign in again</a>.
          </p>
        </>,
      ),
  };
}
