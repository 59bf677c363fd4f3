/** What a problem code promises: its HTTP status, and what its page at `/problems/{code}` says. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** One sentence: when a caller meets it. */
  readonly meaning: string;
  /** One sentence: what the caller does next. */
  readonly remedy: string;
}

/** Every code a client can meet. A code, once published, keeps its meaning and its status. */
export const problemKinds = {
  "invalid-parameter": {
    status: 400,
    title: "A parameter is not accepted",
    meaning:
      "A query parameter is unknown, repeated, empty, outside its range or not written in the accepted form. Nothing is clamped or guessed.",
    remedy:
      "Read `detail`: it names the parameter and what it accepts. Correct the request and send it again.",
  },
  "invalid-uuid": {
    status: 400,
    title: "Not a UUID",
    meaning: "The text in the path is not 128 bits in any notation that this operation reads.",
    remedy:
      "Send 32 hexadecimal digits: as 8-4-4-4-12, in braces, after urn:uuid:, or without hyphens. /validate/{uuid} says what is wrong with a text.",
  },
  "invalid-host": {
    status: 400,
    title: "The Host header is not valid",
    meaning:
      "The request carries more than one Host header, or one that is not a host name with an optional port.",
    remedy: "Send one Host header. A proxy in between must pass the client's on, or set its own.",
  },
  "key-in-query": {
    status: 400,
    title: "A key does not belong in an address",
    meaning: "The key stands in the query string, where logs, proxies and browser histories keep it.",
    remedy: "Send it as `Authorization: Bearer KEY` or `X-API-Key: KEY`, and roll the key: it may be known.",
  },
  "invalid-body": {
    status: 400,
    title: "The request body is not accepted",
    meaning: "The body is not in the form that this address takes, or a member of it is not accepted.",
    remedy: "Read `detail`: it names the member and what it accepts.",
  },
  "signature-invalid": {
    status: 400,
    title: "Invalid signature",
    meaning:
      "The message has no signature of exactly these bytes with this server's secret, made within five minutes of now.",
    remedy:
      "The payment provider signs its own messages. Operators: compare STRIPE_WEBHOOK_SECRET with the secret of the endpoint, and check that the server clock is correct.",
  },
  "invalid-idempotency-key": {
    status: 400,
    title: "The Idempotency-Key is not accepted",
    meaning:
      "The header is empty, longer than 128 characters or holds characters that are not visible ASCII.",
    remedy: "Send a fresh UUID for each new request, and the same one when you repeat it.",
  },
  "url-invalid": {
    status: 400,
    title: "Not an address that can be fetched",
    meaning:
      "The address is no absolute http or https URL, carries a user name or password, or names a port other than 80, 443, 8080 and 8443. Addresses that a redirect leads to are held to the same rule.",
    remedy: "Send an address as a browser shows it, percent-encoded as one parameter.",
  },
  "url-not-public": {
    status: 400,
    title: "Not an address on the public internet",
    meaning:
      "The address, one of the addresses its name stands for, or one that it redirects to belongs to a private, local or reserved network, and those are never fetched.",
    remedy:
      "Publish the page at a public address. An operator who wants a private target fetched names it in EGRESS_ALLOW.",
  },
  unauthorized: {
    status: 401,
    title: "A token is missing or wrong",
    meaning: "This address is open to holders of a token only.",
    remedy: "Send the token as `Authorization: Bearer TOKEN`.",
  },
  "key-missing": {
    status: 401,
    title: "This operation needs a key",
    meaning: "The request carries no key, and the operation is metered.",
    remedy: "Send your key as `Authorization: Bearer KEY` or `X-API-Key: KEY`. A free one comes by e-mail.",
  },
  "key-invalid": {
    status: 401,
    title: "The key is not valid",
    meaning: "The text is not a key of this installation: mistyped, cut short, or of another.",
    remedy: "Copy the key again, whole. A lost key is replaced on the account page.",
  },
  "key-revoked": {
    status: 401,
    title: "The key is no longer valid",
    meaning: "The key was revoked, or replaced by another and its time of grace is over.",
    remedy: "Use the newer key, or make one on the account page.",
  },
  forbidden: {
    status: 403,
    title: "Not open to this client",
    meaning:
      "This address is for others: the operator has set no token for it, or a form came from another site.",
    remedy: "Read `detail`: it names the variable that the operator sets, or the page to go to.",
  },
  "account-suspended": {
    status: 403,
    title: "The account is suspended",
    meaning:
      "The operator of this server suspended the account. Its keys, account pages and sign-in links are rejected; `reason` says why. Nothing is charged.",
    remedy: "Contact the operator of this server. Everything works again once the suspension is lifted.",
  },
  "key-scope": {
    status: 403,
    title: "The key is not for this API",
    meaning: "The key was made for some of the APIs, and this is not one of them.",
    remedy: "Use a key of the account that covers this API, or make one.",
  },
  "plan-required": {
    status: 403,
    title: "No plan of the account covers this API",
    meaning: "Neither a paid plan nor the free one has a quota for this API.",
    remedy: "Choose a plan that covers it: `GET /plans` lists them.",
  },
  "plan-limit": {
    status: 403,
    title: "The call is larger than the plan takes",
    meaning: "The plan bounds how much one call may cost, and this call costs more.",
    remedy: "Send less at once, or choose a plan without that bound: `GET /plans` lists them.",
  },
  "not-found": {
    status: 404,
    title: "Nothing is at this address",
    meaning:
      "No operation and no page has this path, which is matched exactly; or the site that was asked has no such item. Nothing is charged.",
    remedy:
      "Compare the path with the ones in `/openapi.json`, or the name of the item with the site's; `detail` says which it is.",
  },
  "profile-not-visible": {
    status: 404,
    title: "The profile is not shown to this source",
    meaning:
      "The site refuses this one profile: it is private, restricted or hidden from the source. Whether it exists is not said. Nothing is charged.",
    remedy: "Do not repeat the request: the answer stays until its owner changes it.",
  },
  "unknown-account": {
    status: 404,
    title: "No account has this mail address",
    meaning: "The operator asked for the account of an address that nobody has signed up with.",
    remedy: "Compare the address, or make a key for it: that makes the account.",
  },
  "unknown-key": {
    status: 404,
    title: "The account has no such live key",
    meaning: "The id is not that of a key of this account that is in use.",
    remedy: "List the keys of the account: each has its id.",
  },
  "method-not-allowed": {
    status: 405,
    title: "This method is not allowed here",
    meaning: "The address exists, but does not take this HTTP method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  "upload-too-slow": {
    status: 408,
    title: "The request body came too slowly",
    meaning: "The body came more slowly than 10 KB a second, or was not complete when its time was over.",
    remedy: "Send it again over another connection, or send the address of the file as `url`.",
  },
  "request-in-progress": {
    status: 409,
    title: "The same request is being answered",
    meaning: "A request with this Idempotency-Key has arrived before and is not answered yet.",
    remedy:
      "Wait the seconds in `Retry-After` and send it again: you get the first one's answer. If its server was killed, the request runs again after 15 seconds.",
  },
  "response-not-stored": {
    status: 409,
    title: "The response was not stored",
    meaning:
      "A request with this Idempotency-Key has run and was charged for what it delivered. Its response was not stored, because it is larger than 1 MB or the account's stored responses take up 50 MB.",
    remedy:
      "Nothing is run or charged by this request. To get the response, send the request with a new Idempotency-Key: it runs again and is charged again.",
  },
  conflict: {
    status: 409,
    title: "The present state does not allow this",
    meaning: "What is asked for contradicts what is there.",
    remedy: "Read `detail`: it says what is in the way.",
  },
  "link-invalid": {
    status: 410,
    title: "This link no longer works",
    meaning: "The link was already used, is older than 24 hours, or is not valid.",
    remedy: "Request a new link: `POST /signup` with the same address.",
  },
  "payload-too-large": {
    status: 413,
    title: "The request body is too large",
    meaning: "The request carries more bytes than this operation reads.",
    remedy: "Send a smaller body; `detail` names the limit.",
  },
  "resolution-too-high": {
    status: 413,
    title: "The picture has too many pixels",
    meaning: "Width times height of the picture is more than is read, whatever its file weighs.",
    remedy: "Shrink the picture; `detail` names its size and the limit.",
  },
  "unsupported-image": {
    status: 415,
    title: "Not a picture of a kind that is read",
    meaning:
      "The first bytes of the file are not those of a PNG, JPEG, WebP, GIF, TIFF or AVIF, whatever it is called.",
    remedy: "Save the picture in one of these formats; `detail` says what the file seems to be.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "The body has a media type that is not read here",
    meaning: "The `Content-Type` is missing or is none of those that this operation takes.",
    remedy: "Send one of the media types that `detail` names.",
  },
  "idempotency-mismatch": {
    status: 422,
    title: "The Idempotency-Key belongs to another request",
    meaning: "The key was used within 24 hours for a request with another body or address.",
    remedy: "Use a fresh key for each new request.",
  },
  "not-html": {
    status: 422,
    title: "Not an HTML page",
    meaning:
      "The URL returns a file of another type, such as a PDF, an image, JSON or a feed. `mediaType` says what was declared and detected, and `indexability` whether search engines may list the file. Nothing is charged.",
    remedy: "Send the URL of an HTML page. If the file is one, send it with `Content-Type: text/html`.",
  },
  "not-a-pdf": {
    status: 422,
    title: "Not a PDF",
    meaning: "The first 1,024 bytes of the file do not hold the mark `%PDF-`.",
    remedy: "Send the PDF itself, as bytes: not its name, not Base64, not a page that links to it.",
  },
  damaged: {
    status: 422,
    title: "The file is damaged",
    meaning:
      "The file begins like one of its kind, and its content cannot be found: cut short or overwritten.",
    remedy: "Compare its size with the original's and send it again whole.",
  },
  "unreadable-image": {
    status: 422,
    title: "The picture cannot be decoded",
    meaning: "The file begins like a picture, and its pixels cannot be read: damaged or cut short.",
    remedy: "Open it in a viewer, save it again and send the new file.",
  },
  "no-foreground": {
    status: 422,
    title: "No subject was found",
    meaning: "Nothing in the picture stands out from a background. Nothing is charged.",
    remedy: "Send a picture with a subject, or name the part where it is with `roi`.",
  },
  "password-required": {
    status: 422,
    title: "The file needs a password",
    meaning: "The file is encrypted and opens with a password only.",
    remedy: "Send the password as `password`, in the form beside the file.",
  },
  "password-wrong": {
    status: 422,
    title: "The password is wrong",
    meaning: "The password opens the file neither as its user's nor as its owner's.",
    remedy: "Try another password: case counts, and so does every space.",
  },
  "unsupported-encryption": {
    status: 422,
    title: "The encryption is not supported",
    meaning: "The file is encrypted with a certificate or by a method that is not in the PDF standard.",
    remedy: "Save the file with a password or without, and send that.",
  },
  "too-many-pages": {
    status: 422,
    title: "Too many pages for one request",
    meaning: "The request asks for more pages than one request reads, by the count that the file claims.",
    remedy: "Ask for a range with `pages`; `detail` names the limit.",
  },
  "page-out-of-range": {
    status: 422,
    title: "The file has no such page",
    meaning: "`pages` names a page beyond the last one.",
    remedy: "Leave `pages` out for all, or count from the end: `-1` is the last page.",
  },
  "ocr-unavailable": {
    status: 422,
    title: "Recognition of scans is not offered",
    meaning:
      "The request asks for the text of pictures, and the operator of this installation does not offer it.",
    remedy:
      "Send `ocr=off`, or `ocr=auto`, which answers what the file itself holds. Operators set PDF_OCR=on.",
  },
  "url-not-a-file": {
    status: 422,
    title: "The address leads to no such file",
    meaning: "The address in `url` was fetched, and its answer is an error or a file of another kind.",
    remedy: "Open the address in a private window: it must give the file itself, without a page or a login.",
  },
  "too-complex": {
    status: 422,
    title: "The input takes more than one request has",
    meaning:
      "Reading the input takes more time or memory than one request may use. The work was stopped; nothing is charged.",
    remedy: "Send less at once, for example a range of its pages.",
  },
  "processing-failed": {
    status: 422,
    title: "The input cannot be processed",
    meaning: "The input breaks the program that reads it, in a process of its own. Nothing is charged.",
    remedy:
      "Save the file anew with the program that made it and send it again. If it opens elsewhere, tell the operator the `requestId`.",
  },
  "quota-exceeded": {
    status: 429,
    title: "The quota is used up",
    meaning: "The plans that cover this API have less left in their period than the call costs.",
    remedy: "Wait the seconds in `Retry-After`, or choose a larger plan. `GET /usage` shows what is left.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many requests",
    meaning:
      "The requests of the key come too fast, or the account's failed calls and dry runs have used the CPU time that is free each minute. The quota is not touched.",
    remedy:
      "Wait the seconds in `Retry-After`, then continue more slowly. `detail` says which it was. Fix failing requests before retrying; a new key does not help, because the CPU time is counted per account.",
  },
  "client-left": {
    status: 499,
    title: "The client left",
    meaning: "The connection was closed before the answer was there. Nobody reads this but the log.",
    remedy: "Keep the connection open until the answer has come.",
  },
  internal: {
    status: 500,
    title: "Quintet made a mistake",
    meaning:
      "The request was understood and we failed to answer it. It is our fault, and it is in the operator's log.",
    remedy: "Try again; if it happens again, tell the operator the `requestId`.",
  },
  "upstream-unreachable": {
    status: 502,
    title: "The address does not answer",
    meaning: "The name has no address, or no connection to it could be made or kept. Nothing is charged.",
    remedy: "Open the address in a browser. If it opens there, try again later.",
  },
  "upstream-invalid": {
    status: 502,
    title: "The address answers with broken HTTP",
    meaning:
      "The answer's headers are malformed or larger than 16 KB, its body ends early, or its content coding is unknown or damaged. Nothing is charged.",
    remedy: "Correct the server at that address; its answer is not one that a browser could read in full.",
  },
  "upstream-too-large": {
    status: 502,
    title: "The answer is too large",
    meaning:
      "The response from the URL, once inflated, is larger than this operation reads, or takes longer to analyze than one request has. Nothing is charged.",
    remedy: "`detail` names the limit. Use the URL of a smaller file.",
  },
  "upstream-tls": {
    status: 502,
    title: "The address has no valid certificate",
    meaning:
      "The TLS handshake failed, or the certificate is expired, self-signed or made out to another name. Nothing is charged.",
    remedy: "Correct the certificate at that address. Certificates are always checked.",
  },
  "upstream-unavailable": {
    status: 502,
    title: "The site has a fault",
    meaning: "The site that was asked answers with an error of its own. Nothing is charged.",
    remedy: "Send the same request again after the seconds in `Retry-After`.",
  },
  "upstream-unexpected-page": {
    status: 502,
    title: "The site gave another page",
    meaning:
      "The response is not the page of the item: a search, a category, a start page, a page that takes too long to read, or something unknown. Nothing is charged.",
    remedy: "Open the item on the site. If it is there, tell the operator the `requestId`.",
  },
  "source-changed": {
    status: 502,
    title: "The site has changed",
    meaning: "The site no longer answers in the form that the source reads. Nothing is charged.",
    remedy: "Tell the operator: a setting or a newer version of Quintet is needed.",
  },
  "source-retired": {
    status: 502,
    title: "The site has withdrawn what the source reads",
    meaning: "The site says that the address which the source reads is gone for good. Nothing is charged.",
    remedy: "Tell the operator: a newer version of Quintet or another source is needed.",
  },
  "source-not-configured": {
    status: 503,
    title: "The operator has switched no source on",
    meaning:
      "This API reads from a source that is off until the operator decides for it. Nothing is charged.",
    remedy: "`detail` names the variable that the operator sets, and the documentation what that means.",
  },
  "robots-disallowed": {
    status: 503,
    title: "The site's robots.txt forbids it",
    meaning: "The robots.txt of the site does not let this service fetch the page. Nothing is charged.",
    remedy: "Nothing helps but the site's permission; `detail` names the variable for operators who have it.",
  },
  "upstream-captcha": {
    status: 503,
    title: "The site asks for a human",
    meaning: "The site showed a robot check in place of the item. It is never solved. Nothing is charged.",
    remedy: "Send the same request again after the seconds in `Retry-After`.",
  },
  "upstream-blocked": {
    status: 503,
    title: "The site refuses",
    meaning:
      "The site showed a wall or a sign-in in place of the item. Whether it means the item or this service is not known. Nothing is charged.",
    remedy: "Send the same request again after the seconds in `Retry-After`.",
  },
  "upstream-challenge": {
    status: 503,
    title: "The site wants its account holder",
    meaning: "The site asks the operator's session to prove itself. Nothing is charged.",
    remedy: "Tell the operator: the session has to be confirmed on the site and set anew.",
  },
  "upstream-interstitial": {
    status: 503,
    title: "The site asks a question first",
    meaning: "The site shows a page to agree to before the item, such as one about age. It is never clicked.",
    remedy: "This item cannot be read. Nothing is charged.",
  },
  "session-expired": {
    status: 503,
    title: "The operator's session is over",
    meaning: "The site no longer accepts the session that the operator has set. Nothing is charged.",
    remedy: "Tell the operator: the cookies have to be set anew.",
  },
  "upstream-rate-limited": {
    status: 503,
    title: "The site asks for fewer requests",
    meaning: "The site answers that it is asked too often. Nothing is charged.",
    remedy: "Send the same request again after the seconds in `Retry-After`.",
  },
  pacing: {
    status: 503,
    title: "The next request to this site has to wait",
    meaning:
      "Requests to one site are spaced out, and the next free moment is further away than a caller is kept waiting. Nothing is charged.",
    remedy: "Send the same request again after the seconds in `Retry-After`: `nextSlotAt` names the moment.",
  },
  "storage-unavailable": {
    status: 503,
    title: "The database does not answer",
    meaning: "Keys and quotas are in a database that cannot be reached now.",
    remedy: "Send the same request again after the seconds in `Retry-After`. UUIDs need no database.",
  },
  "not-ready": {
    status: 503,
    title: "Not ready for requests",
    meaning: "This process is starting, shutting down, or lacks something it needs.",
    remedy: "Send requests to another replica, or try again after the seconds in `Retry-After`.",
  },
  "payment-unavailable": {
    status: 503,
    title: "The payment service cannot be used now",
    meaning:
      "The service that takes payments does not answer, or does not accept what it is asked. Nothing was changed.",
    remedy:
      "Try again after the seconds in `Retry-After`. If `detail` says that it is set up wrongly, tell the operator.",
  },
  busy: {
    status: 503,
    title: "All places are taken",
    meaning: "As many requests of this kind as this process takes are being answered or wait.",
    remedy: "Send the same request again after the seconds in `Retry-After`.",
  },
  "upstream-timeout": {
    status: 504,
    title: "The address took too long",
    meaning:
      "The name, the connection, the headers and the body did not all arrive within the deadline. Nothing is charged.",
    remedy: "Try again; `detail` names the deadline.",
  },
  "insufficient-storage": {
    status: 507,
    title: "There is no disk space for the upload",
    meaning:
      "A large body waits on disk until it is complete, and the disk of this server is full. Nothing is charged.",
    remedy:
      "Send the same request again after the seconds in `Retry-After`, or send the URL of the file as `url`.",
  },
} as const satisfies Record<string, ProblemKind>;

/** A name from the table of problems. */
export type ProblemCode = keyof typeof problemKinds;
