/** One error code: its HTTP status, and the texts of its page at `/problems/{code}`. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  /** The text of such an error, where `meaning` does not read like one. */
  readonly example?: string;
}

type Texts = readonly [title: string, meaning: string, remedy: string, example?: string];

function withStatus<Code extends string>(status: number, kinds: Readonly<Record<Code, Texts>>) {
  const entries = Object.entries<Texts>(kinds).map(([code, [title, meaning, remedy, example]]) => [
    code,
    { status, title, meaning, remedy, ...(example && { example }) },
  ]);
  // The keys are those of `kinds`.
  return Object.fromEntries(entries) as Record<Code, ProblemKind>;
}

/** All error codes. A published code keeps its meaning and its status. */
export const problemKinds = {
  ...withStatus(400, {
    "invalid-parameter": [
      "Invalid parameter",
      "A parameter is unknown, repeated, empty, out of range or malformed. Values are never clamped or guessed.",
      "Read `detail`: it names the parameter and the accepted values. Fix the request and send it again.",
    ],
    "invalid-uuid": [
      "Invalid UUID",
      "The string in the path is not a UUID in any notation that this operation accepts.",
      "Send 32 hexadecimal digits: as 8-4-4-4-12, in braces, after `urn:uuid:`, or without hyphens. Call `/validate/{uuid}` to see why a string is not a UUID.",
    ],
    "invalid-host": [
      "Invalid Host header",
      "The request has more than one Host header, or its Host header is not a host name with an optional port.",
      "Send one Host header. If you use a proxy, configure it to pass on the client's Host header or to set its own.",
    ],
    "key-in-query": [
      "API key in the query string",
      "The key is in the query string. URLs end up in logs, proxies and browser histories.",
      "Send the key as `Authorization: Bearer KEY` or `X-API-Key: KEY`. Rotate the key, because it may have been exposed.",
    ],
    "invalid-body": [
      "Invalid request body",
      "The request body is malformed, or one of its fields is not accepted.",
      "Read `detail`: it names the field and the accepted values.",
    ],
    "signature-invalid": [
      "Invalid signature",
      "The webhook message is not signed with this server's secret, or the signature is more than five minutes old.",
      "Operators: compare `STRIPE_WEBHOOK_SECRET` with the secret of the endpoint, and check that the server clock is correct.",
    ],
    "invalid-idempotency-key": [
      "Invalid Idempotency-Key",
      "The header is empty, is longer than 128 characters, or has characters other than visible ASCII.",
      "Send a new UUID for each new request, and the same UUID when you retry it.",
    ],
    "url-invalid": [
      "Invalid URL",
      "The URL is not an absolute http or https URL, has a user name or password, or has a port other than 80, 443, 8080 and 8443. The same rules apply to redirects.",
      "Send the URL as your browser shows it, percent-encoded as one parameter.",
    ],
    "url-not-public": [
      "URL is not public",
      "The host of the URL, or of a redirect, resolves to a private, local or reserved address. These are never fetched.",
      "Use a public URL. Operators can allow private targets with `EGRESS_ALLOW`.",
    ],
  }),
  ...withStatus(401, {
    unauthorized: [
      "Missing or invalid token",
      "This URL requires a token.",
      "Send the token as `Authorization: Bearer TOKEN`.",
    ],
    "key-missing": [
      "Missing API key",
      "This operation requires an API key, and the request has none.",
      "Send your key as `Authorization: Bearer KEY` or `X-API-Key: KEY`. To get a free key, sign up with your email address.",
    ],
    "key-invalid": [
      "Invalid API key",
      "The value is not an API key of this server. It may be mistyped, incomplete, or from another server.",
      "Copy the full key and try again. If you lost the key, create a new one on the account page.",
    ],
    "key-revoked": [
      "API key revoked",
      "The key was revoked, or it was rotated and the old key has expired.",
      "Use the new key, or create a key on the account page.",
    ],
    "key-expired": [
      "API key expired",
      "The key has an expiry date, and it has passed.",
      "Create a new key, or change the expiry of this one on the account page.",
    ],
  }),
  ...withStatus(403, {
    forbidden: [
      "Not allowed",
      "You cannot use this URL: the operator has not set a token for it, or a form was sent from another site.",
      "Read `detail`: it names the variable that the operator can set, or the page to use.",
    ],
    "account-suspended": [
      "Account suspended",
      "The operator of this server suspended the account. Its keys, account pages and sign-in links are rejected. `reason` says why. Nothing is charged.",
      "Contact the operator of this server. Everything works again once the suspension is lifted.",
    ],
    "key-scope": [
      "API key lacks this scope",
      "The scope of the key does not include this API, or the scope `keys` or `webhooks` that the request needs. Site audits also need a live key.",
      "Use a key whose scope includes it, or create one on the account page.",
    ],
    "ip-not-allowed": [
      "IP address not allowed",
      "The key works only from the IP addresses on its allow-list, and the request came from another one. `detail` names that address.",
      "Add the address to the allow-list on the account page, or call from an address on it. Operators: if `detail` names your proxy, set `TRUST_PROXY=on`.",
    ],
    "plan-required": [
      "No plan covers this API",
      "The account has no quota for this API: neither its paid plan nor the free plan covers it.",
      "Choose a plan that covers this API. `GET /plans` lists the plans.",
    ],
    "plan-limit": [
      "Call exceeds the plan's limit",
      "The plan limits the cost of a single call, and this call costs more.",
      "Send less in one call, or choose a plan without this limit. `GET /plans` lists the plans.",
    ],
  }),
  ...withStatus(404, {
    "not-found": [
      "Not found",
      "No operation or page has this path, or the site has no such item. Paths are matched exactly. Nothing is charged.",
      "Read `detail`. Check the path against `/openapi.json`, or the item's name against the site.",
    ],
    "item-not-accessible": [
      "Item not accessible",
      "The marketplace's API does not offer this item. Its page may exist. Nothing is charged.",
      "Use another item. The same request will fail again.",
    ],
    "profile-not-visible": [
      "Profile not visible",
      "The profile is private, restricted or hidden from the source. The site does not say whether it exists. Nothing is charged.",
      "Do not retry: the response stays the same until the profile's owner changes it.",
    ],
    "unknown-account": [
      "Unknown account",
      "No account has this email address.",
      "Check the email address. Creating a key for it also creates the account.",
    ],
    "unknown-key": [
      "Unknown key",
      "The account has no active key with this ID.",
      "List the keys of the account to see their IDs.",
    ],
    "unknown-webhook": [
      "Webhook endpoint not found",
      "The account has no webhook endpoint with this ID, or the endpoint has no event with this ID.",
      "Call `GET /webhooks` for the endpoints of your account. Events are kept for 7 days.",
    ],
    "unknown-job": [
      "Job not found",
      "The account of your key has no job with this ID, or the job has expired.",
      "Call `GET /jobs` for the jobs of your account. Jobs are deleted 48 hours after they were created.",
    ],
    "unknown-batch": [
      "Batch not found",
      "The account of your key has no batch with this ID, or the batch has expired.",
      "Call `GET /batches` for the batches of your account. Batches are deleted 48 hours after they were created.",
    ],
    "unknown-site-audit": [
      "Site audit not found",
      "The account has no site audit with this ID, or the site audit was deleted.",
      "Call `GET /seo/site-audits` for the site audits of your account. They are deleted 30 days after they were created.",
    ],
    "unknown-schedule": [
      "Schedule not found",
      "The account has no schedule with this ID, or the schedule was deleted.",
      "Call `GET /seo/site-audit-schedules` for the schedules of your account.",
    ],
    "unknown-shared-report": [
      "Shared report not found",
      "The account has no shared report with this ID, or its link was revoked or has expired.",
      "Call `GET /seo/reports` for the shared reports of your account.",
    ],
  }),
  ...withStatus(405, {
    "method-not-allowed": [
      "Method not allowed",
      "This URL does not support the HTTP method of the request.",
      "Use one of the methods in the `Allow` header.",
    ],
  }),
  ...withStatus(408, {
    "upload-too-slow": [
      "Upload too slow",
      "The request body arrived at less than 10 KB a second, or was not complete within the time limit.",
      "Send it again over a faster connection, or send the URL of the file as `url`.",
    ],
  }),
  ...withStatus(409, {
    "request-in-progress": [
      "Request in progress",
      "Another request with this Idempotency-Key is still running.",
      "Wait for the seconds in `Retry-After`, then send the request again to get the response of the first one. If the server of the first request was killed, the request runs again after 15 seconds.",
    ],
    "response-not-stored": [
      "Response not stored",
      "A request with this Idempotency-Key already ran and was charged, but its response was not stored: it is larger than 1 MB, or the stored responses of the account have reached 50 MB.",
      "Send the request with a new Idempotency-Key to get the response. It runs again and is charged again.",
    ],
    conflict: [
      "Conflict",
      "The request conflicts with the current state.",
      "Read `detail`: it names the conflict.",
    ],
    "job-not-finished": [
      "Job not finished",
      "The job is queued or running, so it has no result yet.",
      "Call `GET /jobs/{id}` until `state` is `succeeded`, `failed` or `canceled`, then read the result.",
    ],
  }),
  ...withStatus(410, {
    "link-invalid": [
      "Link expired",
      "The link was already used, is older than 24 hours, or is not valid.",
      "Request a new link: `POST /signup` with the same email address.",
    ],
    "link-expired": [
      "Link expired",
      "The link to results, or to the events of a job, batch or site audit, has expired.",
      "Create another link with the endpoint that created it, such as `POST /jobs/{id}/link`.",
    ],
    "job-without-result": [
      "Job without a result",
      "The job was canceled, or its result was deleted.",
      "Send the call again.",
    ],
  }),
  ...withStatus(413, {
    "payload-too-large": [
      "Request body too large",
      "The request body is larger than this operation accepts.",
      "Send a smaller body. `detail` names the limit.",
    ],
    "resolution-too-high": [
      "Too many pixels",
      "The image has more pixels (width times height) than this operation accepts, whatever its file size.",
      "Make the image smaller. `detail` names its size and the limit.",
    ],
  }),
  ...withStatus(415, {
    "unsupported-image": [
      "Unsupported image format",
      "The content of the file is not PNG, JPEG, WebP, GIF, TIFF or AVIF. The file name does not matter.",
      "Convert the image to one of these formats. `detail` names the format that was found.",
    ],
    "unsupported-media-type": [
      "Unsupported media type",
      "The `Content-Type` header is missing, this operation does not support it, or the body is compressed.",
      "Send one of the media types that `detail` names.",
    ],
  }),
  ...withStatus(417, {
    "expectation-failed": [
      "Expectation failed",
      "The request has `Expect: 100-Continue` with capital letters, and its body did not arrive within 4 s. This server sends `100 Continue` only for `100-continue` in lower case.",
      "Turn the header off, such as with `expectContinue(false)` in Java's `HttpClient`, or write its value in lower case.",
    ],
  }),
  ...withStatus(422, {
    "idempotency-mismatch": [
      "Idempotency-Key reused",
      "The same Idempotency-Key was used within 24 hours for a request with another body or URL.",
      "Use a new key for each new request.",
    ],
    "not-html": [
      "Not an HTML page",
      "The URL returns a file of another type, such as a PDF, an image, JSON or a feed. `mediaType` says what was declared and detected, and `indexability` whether search engines may list the file. Nothing is charged.",
      "Send the URL of an HTML page. If the file is one, send it with `Content-Type: text/html`.",
    ],
    "not-a-pdf": [
      "Not a PDF",
      "The first 1,024 bytes of the file do not contain `%PDF-`.",
      "Send the file itself, its link in `url`, or its Base64 text in `fileBase64`.",
    ],
    damaged: [
      "Damaged file",
      "The file starts correctly, but its content cannot be found. It is cut short or overwritten.",
      "Compare the size with the original, then send the complete file.",
    ],
    "unreadable-image": [
      "Image cannot be decoded",
      "The file starts like an image, but its pixels cannot be decoded. It is damaged or cut short.",
      "Open the image in a viewer, save it again and send the new file.",
    ],
    "no-foreground": [
      "No subject found",
      "The image has no subject that differs from its background. Nothing is charged.",
      "Send an image with a subject, or mark the region of the subject with `roi`.",
    ],
    "password-required": [
      "Password required",
      "The file is encrypted and needs a password.",
      "Send the password as `password`, as a form field beside the file.",
    ],
    "password-wrong": [
      "Wrong password",
      "The password is neither the user password nor the owner password of the file.",
      "Try another password. Case and spaces count.",
    ],
    "unsupported-encryption": [
      "Unsupported encryption",
      "The file is encrypted with a certificate, or with a method that is not in the PDF standard.",
      "Save the file with a password or without encryption, then send it again.",
    ],
    "too-many-pages": [
      "Too many pages",
      "The request covers more pages than one call accepts. The file's own page count is used.",
      "Select a range with `pages`. `detail` names the limit.",
    ],
    "page-out-of-range": [
      "Page out of range",
      "`pages` names a page after the last one.",
      "Leave out `pages` to select all pages, or count from the end: `-1` is the last page.",
    ],
    "ocr-unavailable": [
      "OCR is not available",
      "The request requires OCR, and this server does not offer it.",
      "Send `ocr=off`, or `ocr=auto` to get the text that the file contains. Operators can set `PDF_OCR=on`.",
    ],
    "url-not-a-file": [
      "URL is not a file of this type",
      "The URL in `url` was fetched, but the response is an error or another type of file.",
      "Open the URL in a private window. It must return the file itself, without a page or a login.",
    ],
    "too-complex": [
      "Input too complex",
      "The input needs more time or memory than one call may use. The work was stopped. Nothing is charged.",
      "Send less in one call, for example a range of pages.",
    ],
    "processing-failed": [
      "Processing failed",
      "The input caused the program that processes it to fail. Other requests are not affected. Nothing is charged.",
      "Save the file again with the program that created it, then send it again. If other programs open it, report the `requestId` to the operator.",
    ],
  }),
  ...withStatus(429, {
    "quota-exceeded": [
      "Quota exceeded",
      "The call costs more than the remaining quota of the plans that cover this API, or queued background calls have reserved the rest.",
      "Wait for the number of seconds in `Retry-After`, choose a larger plan, or send fewer calls in the background. `GET /usage` shows the remaining quota.",
      "This call costs more than the remaining quota: 0 of 100 calls left (Free). The next quota starts at 2026-12-01T00:00:00.000Z.",
    ],
    "rate-limited": [
      "Too many requests",
      "The key sent too many requests, or the account's failed calls and dry runs used the CPU time that is free each minute. The quota is not affected.",
      "Wait for the seconds in `Retry-After`, then continue more slowly. `detail` names the limit. Fix failing requests before retrying. A new key does not help, because CPU time is counted per account.",
    ],
    "job-storage-full": [
      "Job storage full",
      "The stored inputs and results of the account have reached its limit, or the storage of this server is nearly full. A job whose result does not fit fails with this error and costs nothing.",
      "Delete jobs and batches that have ended, or wait until they expire. Then send the request again.",
    ],
    "too-many-shared-reports": [
      "Too many shared reports",
      "The account has 1,000 shared reports, or they take 100 MB.",
      "Revoke some with `DELETE /seo/reports/{id}`, or wait until they expire.",
    ],
    "too-many-site-audits": [
      "Too many site audits",
      "The account has 20 site audits that have not ended, or 20 schedules.",
      "Wait for a site audit to end, or cancel one. Delete a schedule to create another.",
    ],
  }),
  ...withStatus(499, {
    "client-left": [
      "Client closed the connection",
      "The client closed the connection early. This code appears only in the log.",
      "Keep the connection open until you have the response.",
    ],
  }),
  ...withStatus(500, {
    internal: [
      "Internal error",
      "The server failed to handle a valid request. The error is in the operator's log.",
      "Try again. If the error persists, report the `requestId` to the operator.",
    ],
    "job-interrupted": [
      "Job interrupted",
      "The server process that ran the job stopped five times before the job ended.",
      "Send the call again. If the error persists, report the job ID to the operator.",
    ],
  }),
  ...withStatus(502, {
    "upstream-unreachable": [
      "Site unreachable",
      "The host name does not resolve, or the connection failed or was closed. Nothing is charged.",
      "Open the URL in a browser. If it works there, try again later.",
    ],
    "upstream-invalid": [
      "Invalid response from the site",
      "The response has malformed headers or headers larger than 16 KB, a body that ends early, an unknown or damaged content encoding, or a switch to another protocol. Nothing is charged.",
      "Fix the server at that URL. Browsers cannot read this response in full either.",
    ],
    "upstream-too-large": [
      "Response from the site too large",
      "The decompressed response is larger than this operation accepts, or it takes too long to analyze. Nothing is charged.",
      "Use the URL of a smaller file. `detail` names the limit.",
    ],
    "upstream-tls": [
      "Invalid certificate",
      "The TLS handshake failed, or the certificate is expired, self-signed or for another host name. Nothing is charged.",
      "Fix the certificate of the site. Certificates are always verified.",
    ],
    "upstream-unavailable": [
      "Site unavailable",
      "The site cannot be reached, or returned a server error. Nothing is charged.",
      "Send the request again after `Retry-After` seconds.",
    ],
    "upstream-unexpected-page": [
      "Unexpected page",
      "The site returned a page other than the item: a search, a category, a home page, an unknown page, or a page that takes too long to read. Nothing is charged.",
      "Open the item on the site. If it is there, report the `requestId` to the operator.",
    ],
    "source-changed": [
      "Source changed",
      "The site no longer returns data in the format that this source reads. Nothing is charged.",
      "Tell the operator: the source needs another setting or a newer version of Quintet.",
    ],
    "source-retired": [
      "Source retired",
      "The site has permanently removed the URL that this source reads. Nothing is charged.",
      "Tell the operator: the API needs a newer version of Quintet or another source.",
    ],
  }),
  ...withStatus(503, {
    "source-not-configured": [
      "API not enabled",
      "This API is not enabled on this server: the operator has not configured a source. Nothing is charged.",
      "Operators: `detail` names the variable to set. See the documentation before you set it.",
    ],
    "robots-disallowed": [
      "Disallowed by robots.txt",
      "The site's robots.txt does not allow this service to fetch the page. Nothing is charged.",
      "Operators who have the site's permission can set the variable that `detail` names.",
    ],
    "upstream-captcha": [
      "CAPTCHA required",
      "The site returned a CAPTCHA instead of the item. CAPTCHAs are never solved. Nothing is charged.",
      "Send the request again after `Retry-After` seconds.",
    ],
    "upstream-blocked": [
      "Blocked by the site",
      "The site returned a block page or a sign-in page instead of the item. It may block the item or this server. Nothing is charged.",
      "Send the request again after `Retry-After` seconds.",
    ],
    "upstream-challenge": [
      "Session challenged",
      "The site asks the operator to verify the session. Nothing is charged.",
      "Tell the operator: the session must be verified on the site, and its cookies set again.",
    ],
    "upstream-interstitial": [
      "Confirmation page",
      "The site shows a confirmation page before the item, such as an age check. Confirmation pages are never accepted.",
      "Use another item. Nothing is charged.",
    ],
    "session-expired": [
      "Session expired",
      "The site no longer accepts the operator's session. Nothing is charged.",
      "Tell the operator: the session cookies must be set again.",
    ],
    "upstream-credentials-rejected": [
      "Credentials rejected by the site",
      "The site's API rejects the operator's credentials. Nothing is charged.",
      "Tell the operator: the credentials of this marketplace must be checked.",
    ],
    "upstream-rate-limited": [
      "Rate limited by the site",
      "The site limits requests from this server. Nothing is charged.",
      "Send the request again after `Retry-After` seconds.",
    ],
    pacing: [
      "Waiting for the next request slot",
      "Requests to one site are spaced out, and the next slot is too far in the future to wait for. Nothing is charged.",
      "Send the request again after `Retry-After` seconds. `nextSlotAt` is the time of the next slot.",
    ],
    "storage-unavailable": [
      "Storage unavailable",
      "The database, or the storage of job inputs and results, cannot be reached.",
      "Send the request again after `Retry-After` seconds. The UUID service works without the database.",
    ],
    "not-ready": [
      "Not ready",
      "This process is starting, is shutting down, or lacks something it needs.",
      "Send the request to another replica, or try again after `Retry-After` seconds.",
    ],
    "payment-unavailable": [
      "Payment service unavailable",
      "The payment service does not respond, or it rejected the request. Nothing was changed.",
      "Try again after `Retry-After` seconds. If `detail` reports a configuration error, tell the operator.",
    ],
    busy: [
      "Server busy",
      "The server is handling as many requests of this kind as it accepts, and its queue is full. Nothing is charged.",
      "Send the request again after `Retry-After` seconds.",
    ],
  }),
  ...withStatus(504, {
    "upstream-timeout": [
      "Site timed out",
      "The site did not respond within the time limit. Nothing is charged.",
      "Try again. `detail` names the limit.",
    ],
  }),
  ...withStatus(503, {
    "job-attempts-exhausted": [
      "Job attempts exhausted",
      "The server was too busy to complete the job in 10 attempts within about half an hour, or ended each attempt because it took too long while other callers waited. Nothing is charged.",
      "Send the call again when the server is less busy, or send a smaller input.",
    ],
  }),
  ...withStatus(504, {
    "job-expired": [
      "Job expired",
      "The job did not end within 24 hours of its creation.",
      "Send the call again, or in smaller batches.",
    ],
  }),
  ...withStatus(507, {
    "insufficient-storage": [
      "Insufficient storage",
      "The server's disk is full, so it cannot store the upload. Nothing is charged.",
      "Send the request again after `Retry-After` seconds, or send the URL of the file as `url`.",
    ],
  }),
} satisfies Record<string, ProblemKind>;

/** An error code. */
export type ProblemCode = keyof typeof problemKinds;

/** Statuses after which the same request may be repeated. */
export const retriedStatuses: ReadonlySet<number> = new Set([409, 429, 502, 503, 504]);
