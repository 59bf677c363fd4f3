/** One error code: its HTTP status, and the texts of its page at `/problems/{code}`. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** When the error occurs. */
  readonly meaning: string;
  readonly remedy: string;
  /** The text of such an error, where `meaning` does not read like one. */
  readonly example?: string;
}

/** The error codes that have this status. */
function withStatus<Code extends string>(status: number, kinds: Record<Code, Omit<ProblemKind, "status">>) {
  const entries = Object.entries<Omit<ProblemKind, "status">>(kinds);
  // The keys are those of `kinds`.
  return Object.fromEntries(entries.map(([code, kind]) => [code, { status, ...kind }])) as Record<
    Code,
    ProblemKind
  >;
}

/** All error codes. A published code keeps its meaning and its status. */
export const problemKinds = {
  ...withStatus(400, {
    "invalid-parameter": {
      title: "Invalid parameter",
      meaning:
        "A parameter is unknown, repeated, empty, out of range or malformed. Values are never clamped or guessed.",
      remedy:
        "Read `detail`: it names the parameter and the accepted values. Fix the request and send it again.",
    },
    "invalid-uuid": {
      title: "Invalid UUID",
      meaning: "The string in the path is not a UUID in any notation that this operation accepts.",
      remedy:
        "Send 32 hexadecimal digits: as 8-4-4-4-12, in braces, after `urn:uuid:`, or without hyphens. Call `/validate/{uuid}` to see why a string is not a UUID.",
    },
    "invalid-host": {
      title: "Invalid Host header",
      meaning:
        "The request has more than one Host header, or its Host header is not a host name with an optional port.",
      remedy:
        "Send one Host header. If you use a proxy, configure it to pass on the client's Host header or to set its own.",
    },
    "key-in-query": {
      title: "API key in the query string",
      meaning: "The key is in the query string. URLs end up in logs, proxies and browser histories.",
      remedy:
        "Send the key as `Authorization: Bearer KEY` or `X-API-Key: KEY`. Rotate the key, because it may have been exposed.",
    },
    "invalid-body": {
      title: "Invalid request body",
      meaning: "The request body is malformed, or one of its fields is not accepted.",
      remedy: "Read `detail`: it names the field and the accepted values.",
    },
    "signature-invalid": {
      title: "Invalid signature",
      meaning:
        "The webhook message is not signed with this server's secret, or the signature is more than five minutes old.",
      remedy:
        "Operators: compare `STRIPE_WEBHOOK_SECRET` with the secret of the endpoint, and check that the server clock is correct.",
    },
    "invalid-idempotency-key": {
      title: "Invalid Idempotency-Key",
      meaning:
        "The header is empty, is longer than 128 characters, or has characters other than visible ASCII.",
      remedy: "Send a new UUID for each new request, and the same UUID when you retry it.",
    },
    "url-invalid": {
      title: "Invalid URL",
      meaning:
        "The URL is not an absolute http or https URL, has a user name or password, or has a port other than 80, 443, 8080 and 8443. The same rules apply to redirects.",
      remedy: "Send the URL as your browser shows it, percent-encoded as one parameter.",
    },
    "url-not-public": {
      title: "URL is not public",
      meaning:
        "The host of the URL, or of a redirect, resolves to a private, local or reserved address. These are never fetched.",
      remedy: "Use a public URL. Operators can allow private targets with `EGRESS_ALLOW`.",
    },
  }),
  ...withStatus(401, {
    unauthorized: {
      title: "Missing or invalid token",
      meaning: "This URL requires a token.",
      remedy: "Send the token as `Authorization: Bearer TOKEN`.",
    },
    "key-missing": {
      title: "Missing API key",
      meaning: "This operation requires an API key, and the request has none.",
      remedy:
        "Send your key as `Authorization: Bearer KEY` or `X-API-Key: KEY`. To get a free key, sign up with your email address.",
    },
    "key-invalid": {
      title: "Invalid API key",
      meaning:
        "The value is not an API key of this server. It may be mistyped, incomplete, or from another server.",
      remedy: "Copy the full key and try again. If you lost the key, create a new one on the account page.",
    },
    "key-revoked": {
      title: "API key revoked",
      meaning: "The key was revoked, or it was rotated and the old key has expired.",
      remedy: "Use the new key, or create a key on the account page.",
    },
    "key-expired": {
      title: "API key expired",
      meaning: "The key has an expiry date, and it has passed.",
      remedy: "Create a new key, or change the expiry of this one on the account page.",
    },
  }),
  ...withStatus(403, {
    forbidden: {
      title: "Not allowed",
      meaning:
        "You cannot use this URL: the operator has not set a token for it, or a form was sent from another site.",
      remedy: "Read `detail`: it names the variable that the operator can set, or the page to use.",
    },
    "account-suspended": {
      title: "Account suspended",
      meaning:
        "The operator of this server suspended the account. Its keys, account pages and sign-in links are rejected. `reason` says why. Nothing is charged.",
      remedy: "Contact the operator of this server. Everything works again once the suspension is lifted.",
    },
    "key-scope": {
      title: "API key lacks this scope",
      meaning:
        "The scope of the key does not include this API, or the scope `keys` or `webhooks` that the request needs. Site audits also need a live key.",
      remedy: "Use a key whose scope includes it, or create one on the account page.",
    },
    "ip-not-allowed": {
      title: "IP address not allowed",
      meaning:
        "The key works only from the IP addresses on its allow-list, and the request came from another one. `detail` names that address.",
      remedy:
        "Add the address to the allow-list on the account page, or call from an address on it. Operators: if `detail` names your proxy, set `TRUST_PROXY=on`.",
    },
    "plan-required": {
      title: "No plan covers this API",
      meaning: "The account has no quota for this API: neither its paid plan nor the free plan covers it.",
      remedy: "Choose a plan that covers this API. `GET /plans` lists the plans.",
    },
    "plan-limit": {
      title: "Call exceeds the plan's limit",
      meaning: "The plan limits the cost of a single call, and this call costs more.",
      remedy: "Send less in one call, or choose a plan without this limit. `GET /plans` lists the plans.",
    },
  }),
  ...withStatus(404, {
    "not-found": {
      title: "Not found",
      meaning:
        "No operation or page has this path, or the site has no such item. Paths are matched exactly. Nothing is charged.",
      remedy: "Read `detail`. Check the path against `/openapi.json`, or the item's name against the site.",
    },
    "item-not-accessible": {
      title: "Item not accessible",
      meaning: "The marketplace's API does not offer this item. Its page may exist. Nothing is charged.",
      remedy: "Use another item. The same request will fail again.",
    },
    "profile-not-visible": {
      title: "Profile not visible",
      meaning:
        "The profile is private, restricted or hidden from the source. The site does not say whether it exists. Nothing is charged.",
      remedy: "Do not retry: the response stays the same until the profile's owner changes it.",
    },
    "unknown-account": {
      title: "Unknown account",
      meaning: "No account has this email address.",
      remedy: "Check the email address. Creating a key for it also creates the account.",
    },
    "unknown-key": {
      title: "Unknown key",
      meaning: "The account has no active key with this ID.",
      remedy: "List the keys of the account to see their IDs.",
    },
    "unknown-webhook": {
      title: "Webhook endpoint not found",
      meaning: "The account has no webhook endpoint with this ID, or the endpoint has no event with this ID.",
      remedy: "Call `GET /webhooks` for the endpoints of your account. Events are kept for 7 days.",
    },
    "unknown-job": {
      title: "Job not found",
      meaning: "The account of your key has no job with this ID, or the job has expired.",
      remedy:
        "Call `GET /jobs` for the jobs of your account. Jobs are deleted 48 hours after they were created.",
    },
    "unknown-batch": {
      title: "Batch not found",
      meaning: "The account of your key has no batch with this ID, or the batch has expired.",
      remedy:
        "Call `GET /batches` for the batches of your account. Batches are deleted 48 hours after they were created.",
    },
    "unknown-site-audit": {
      title: "Site audit not found",
      meaning: "The account has no site audit with this ID, or the site audit was deleted.",
      remedy:
        "Call `GET /seo/site-audits` for the site audits of your account. They are deleted 30 days after they were created.",
    },
    "unknown-schedule": {
      title: "Schedule not found",
      meaning: "The account has no schedule with this ID, or the schedule was deleted.",
      remedy: "Call `GET /seo/site-audit-schedules` for the schedules of your account.",
    },
    "unknown-shared-report": {
      title: "Shared report not found",
      meaning: "The account has no shared report with this ID, or its link was revoked or has expired.",
      remedy: "Call `GET /seo/reports` for the shared reports of your account.",
    },
  }),
  ...withStatus(405, {
    "method-not-allowed": {
      title: "Method not allowed",
      meaning: "This URL does not support the HTTP method of the request.",
      remedy: "Use one of the methods in the `Allow` header.",
    },
  }),
  ...withStatus(408, {
    "upload-too-slow": {
      title: "Upload too slow",
      meaning:
        "The request body arrived at less than 10 KB a second, or was not complete within the time limit.",
      remedy: "Send it again over a faster connection, or send the URL of the file as `url`.",
    },
  }),
  ...withStatus(409, {
    "request-in-progress": {
      title: "Request in progress",
      meaning: "Another request with this Idempotency-Key is still running.",
      remedy:
        "Wait for the seconds in `Retry-After`, then send the request again to get the response of the first one. If the server of the first request was killed, the request runs again after 15 seconds.",
    },
    "response-not-stored": {
      title: "Response not stored",
      meaning:
        "A request with this Idempotency-Key already ran and was charged, but its response was not stored: it is larger than 1 MB, or the stored responses of the account have reached 50 MB.",
      remedy:
        "Send the request with a new Idempotency-Key to get the response. It runs again and is charged again.",
    },
    conflict: {
      title: "Conflict",
      meaning: "The request conflicts with the current state.",
      remedy: "Read `detail`: it names the conflict.",
    },
    "job-not-finished": {
      title: "Job not finished",
      meaning: "The job is queued or running, so it has no result yet.",
      remedy:
        "Call `GET /jobs/{id}` until `state` is `succeeded`, `failed` or `canceled`, then read the result.",
    },
  }),
  ...withStatus(410, {
    "link-invalid": {
      title: "Link expired",
      meaning: "The link was already used, is older than 24 hours, or is not valid.",
      remedy: "Request a new link: `POST /signup` with the same email address.",
    },
    "link-expired": {
      title: "Link expired",
      meaning: "The link to results, or to the events of a job, batch or site audit, has expired.",
      remedy: "Create another link with the endpoint that created it, such as `POST /jobs/{id}/link`.",
    },
    "job-without-result": {
      title: "Job without a result",
      meaning: "The job was canceled, or its result was deleted.",
      remedy: "Send the call again.",
    },
  }),
  ...withStatus(413, {
    "payload-too-large": {
      title: "Request body too large",
      meaning: "The request body is larger than this operation accepts.",
      remedy: "Send a smaller body. `detail` names the limit.",
    },
    "resolution-too-high": {
      title: "Too many pixels",
      meaning:
        "The image has more pixels (width times height) than this operation accepts, whatever its file size.",
      remedy: "Make the image smaller. `detail` names its size and the limit.",
    },
  }),
  ...withStatus(415, {
    "unsupported-image": {
      title: "Unsupported image format",
      meaning:
        "The content of the file is not PNG, JPEG, WebP, GIF, TIFF or AVIF. The file name does not matter.",
      remedy: "Convert the image to one of these formats. `detail` names the format that was found.",
    },
    "unsupported-media-type": {
      title: "Unsupported media type",
      meaning:
        "The `Content-Type` header is missing, this operation does not support it, or the body is compressed.",
      remedy: "Send one of the media types that `detail` names.",
    },
  }),
  ...withStatus(417, {
    "expectation-failed": {
      title: "Expectation failed",
      meaning:
        "The request has `Expect: 100-Continue` with capital letters, and its body did not arrive within 4 s. This server sends `100 Continue` only for `100-continue` in lower case.",
      remedy:
        "Turn the header off, such as with `expectContinue(false)` in Java's `HttpClient`, or write its value in lower case.",
    },
  }),
  ...withStatus(422, {
    "idempotency-mismatch": {
      title: "Idempotency-Key reused",
      meaning: "The same Idempotency-Key was used within 24 hours for a request with another body or URL.",
      remedy: "Use a new key for each new request.",
    },
    "not-html": {
      title: "Not an HTML page",
      meaning:
        "The URL returns a file of another type, such as a PDF, an image, JSON or a feed. `mediaType` says what was declared and detected, and `indexability` whether search engines may list the file. Nothing is charged.",
      remedy: "Send the URL of an HTML page. If the file is one, send it with `Content-Type: text/html`.",
    },
    "not-a-pdf": {
      title: "Not a PDF",
      meaning: "The first 1,024 bytes of the file do not contain `%PDF-`.",
      remedy: "Send the file itself, its link in `url`, or its Base64 text in `fileBase64`.",
    },
    damaged: {
      title: "Damaged file",
      meaning: "The file starts correctly, but its content cannot be found. It is cut short or overwritten.",
      remedy: "Compare the size with the original, then send the complete file.",
    },
    "unreadable-image": {
      title: "Image cannot be decoded",
      meaning: "The file starts like an image, but its pixels cannot be decoded. It is damaged or cut short.",
      remedy: "Open the image in a viewer, save it again and send the new file.",
    },
    "no-foreground": {
      title: "No subject found",
      meaning: "The image has no subject that differs from its background. Nothing is charged.",
      remedy: "Send an image with a subject, or mark the region of the subject with `roi`.",
    },
    "password-required": {
      title: "Password required",
      meaning: "The file is encrypted and needs a password.",
      remedy: "Send the password as `password`, as a form field beside the file.",
    },
    "password-wrong": {
      title: "Wrong password",
      meaning: "The password is neither the user password nor the owner password of the file.",
      remedy: "Try another password. Case and spaces count.",
    },
    "unsupported-encryption": {
      title: "Unsupported encryption",
      meaning: "The file is encrypted with a certificate, or with a method that is not in the PDF standard.",
      remedy: "Save the file with a password or without encryption, then send it again.",
    },
    "too-many-pages": {
      title: "Too many pages",
      meaning: "The request covers more pages than one call accepts. The file's own page count is used.",
      remedy: "Select a range with `pages`. `detail` names the limit.",
    },
    "page-out-of-range": {
      title: "Page out of range",
      meaning: "`pages` names a page after the last one.",
      remedy: "Leave out `pages` to select all pages, or count from the end: `-1` is the last page.",
    },
    "ocr-unavailable": {
      title: "OCR is not available",
      meaning: "The request requires OCR, and this server does not offer it.",
      remedy:
        "Send `ocr=off`, or `ocr=auto` to get the text that the file contains. Operators can set `PDF_OCR=on`.",
    },
    "url-not-a-file": {
      title: "URL is not a file of this type",
      meaning: "The URL in `url` was fetched, but the response is an error or another type of file.",
      remedy: "Open the URL in a private window. It must return the file itself, without a page or a login.",
    },
    "too-complex": {
      title: "Input too complex",
      meaning:
        "The input needs more time or memory than one call may use. The work was stopped. Nothing is charged.",
      remedy: "Send less in one call, for example a range of pages.",
    },
    "processing-failed": {
      title: "Processing failed",
      meaning:
        "The input caused the program that processes it to fail. Other requests are not affected. Nothing is charged.",
      remedy:
        "Save the file again with the program that created it, then send it again. If other programs open it, report the `requestId` to the operator.",
    },
  }),
  ...withStatus(429, {
    "quota-exceeded": {
      title: "Quota exceeded",
      meaning:
        "The call costs more than the remaining quota of the plans that cover this API, or queued background calls have reserved the rest.",
      remedy:
        "Wait for the number of seconds in `Retry-After`, choose a larger plan, or send fewer calls in the background. `GET /usage` shows the remaining quota.",
      example:
        "This call costs more than the remaining quota: 0 of 100 calls left (Free). The next quota starts at 2026-12-01T00:00:00.000Z.",
    },
    "rate-limited": {
      title: "Too many requests",
      meaning:
        "The key sent too many requests, or the account's failed calls and dry runs used the CPU time that is free each minute. The quota is not affected.",
      remedy:
        "Wait for the seconds in `Retry-After`, then continue more slowly. `detail` names the limit. Fix failing requests before retrying. A new key does not help, because CPU time is counted per account.",
    },
    "job-storage-full": {
      title: "Job storage full",
      meaning:
        "The stored inputs and results of the account have reached its limit, or the storage of this server is nearly full. A job whose result does not fit fails with this error and costs nothing.",
      remedy:
        "Delete jobs and batches that have ended, or wait until they expire. Then send the request again.",
    },
    "too-many-shared-reports": {
      title: "Too many shared reports",
      meaning: "The account has 1,000 shared reports, or they take 100 MB.",
      remedy: "Revoke some with `DELETE /seo/reports/{id}`, or wait until they expire.",
    },
    "too-many-site-audits": {
      title: "Too many site audits",
      meaning: "The account has 20 site audits that have not ended, or 20 schedules.",
      remedy: "Wait for a site audit to end, or cancel one. Delete a schedule to create another.",
    },
  }),
  ...withStatus(499, {
    "client-left": {
      title: "Client closed the connection",
      meaning: "The client closed the connection early. This code appears only in the log.",
      remedy: "Keep the connection open until you have the response.",
    },
  }),
  ...withStatus(500, {
    internal: {
      title: "Internal error",
      meaning: "The server failed to handle a valid request. The error is in the operator's log.",
      remedy: "Try again. If the error persists, report the `requestId` to the operator.",
    },
    "job-interrupted": {
      title: "Job interrupted",
      meaning: "The server process that ran the job stopped five times before the job ended.",
      remedy: "Send the call again. If the error persists, report the job ID to the operator.",
    },
  }),
  ...withStatus(502, {
    "upstream-unreachable": {
      title: "Site unreachable",
      meaning: "The host name does not resolve, or the connection failed or was closed. Nothing is charged.",
      remedy: "Open the URL in a browser. If it works there, try again later.",
    },
    "upstream-invalid": {
      title: "Invalid response from the site",
      meaning:
        "The response has malformed headers or headers larger than 16 KB, a body that ends early, an unknown or damaged content encoding, or a switch to another protocol. Nothing is charged.",
      remedy: "Fix the server at that URL. Browsers cannot read this response in full either.",
    },
    "upstream-too-large": {
      title: "Response from the site too large",
      meaning:
        "The decompressed response is larger than this operation accepts, or it takes too long to analyze. Nothing is charged.",
      remedy: "Use the URL of a smaller file. `detail` names the limit.",
    },
    "upstream-tls": {
      title: "Invalid certificate",
      meaning:
        "The TLS handshake failed, or the certificate is expired, self-signed or for another host name. Nothing is charged.",
      remedy: "Fix the certificate of the site. Certificates are always verified.",
    },
    "upstream-unavailable": {
      title: "Site unavailable",
      meaning: "The site cannot be reached, or returned a server error. Nothing is charged.",
      remedy: "Send the request again after `Retry-After` seconds.",
    },
    "upstream-unexpected-page": {
      title: "Unexpected page",
      meaning:
        "The site returned a page other than the item: a search, a category, a home page, an unknown page, or a page that takes too long to read. Nothing is charged.",
      remedy: "Open the item on the site. If it is there, report the `requestId` to the operator.",
    },
    "source-changed": {
      title: "Source changed",
      meaning: "The site no longer returns data in the format that this source reads. Nothing is charged.",
      remedy: "Tell the operator: the source needs another setting or a newer version of Quintet.",
    },
    "source-retired": {
      title: "Source retired",
      meaning: "The site has permanently removed the URL that this source reads. Nothing is charged.",
      remedy: "Tell the operator: the API needs a newer version of Quintet or another source.",
    },
  }),
  ...withStatus(503, {
    "source-not-configured": {
      title: "API not enabled",
      meaning:
        "This API is not enabled on this server: the operator has not configured a source. Nothing is charged.",
      remedy: "Operators: `detail` names the variable to set. See the documentation before you set it.",
    },
    "robots-disallowed": {
      title: "Disallowed by robots.txt",
      meaning: "The site's robots.txt does not allow this service to fetch the page. Nothing is charged.",
      remedy: "Operators who have the site's permission can set the variable that `detail` names.",
    },
    "upstream-captcha": {
      title: "CAPTCHA required",
      meaning:
        "The site returned a CAPTCHA instead of the item. CAPTCHAs are never solved. Nothing is charged.",
      remedy: "Send the request again after `Retry-After` seconds.",
    },
    "upstream-blocked": {
      title: "Blocked by the site",
      meaning:
        "The site returned a block page or a sign-in page instead of the item. It may block the item or this server. Nothing is charged.",
      remedy: "Send the request again after `Retry-After` seconds.",
    },
    "upstream-challenge": {
      title: "Session challenged",
      meaning: "The site asks the operator to verify the session. Nothing is charged.",
      remedy: "Tell the operator: the session must be verified on the site, and its cookies set again.",
    },
    "upstream-interstitial": {
      title: "Confirmation page",
      meaning:
        "The site shows a confirmation page before the item, such as an age check. Confirmation pages are never accepted.",
      remedy: "Use another item. Nothing is charged.",
    },
    "session-expired": {
      title: "Session expired",
      meaning: "The site no longer accepts the operator's session. Nothing is charged.",
      remedy: "Tell the operator: the session cookies must be set again.",
    },
    "upstream-credentials-rejected": {
      title: "Credentials rejected by the site",
      meaning: "The site's API rejects the operator's credentials. Nothing is charged.",
      remedy: "Tell the operator: the credentials of this marketplace must be checked.",
    },
    "upstream-rate-limited": {
      title: "Rate limited by the site",
      meaning: "The site limits requests from this server. Nothing is charged.",
      remedy: "Send the request again after `Retry-After` seconds.",
    },
    pacing: {
      title: "Waiting for the next request slot",
      meaning:
        "Requests to one site are spaced out, and the next slot is too far in the future to wait for. Nothing is charged.",
      remedy:
        "Send the request again after `Retry-After` seconds. `nextSlotAt` is the time of the next slot.",
    },
    "storage-unavailable": {
      title: "Storage unavailable",
      meaning: "The database, or the storage of job inputs and results, cannot be reached.",
      remedy:
        "Send the request again after `Retry-After` seconds. The UUID service works without the database.",
    },
    "not-ready": {
      title: "Not ready",
      meaning: "This process is starting, is shutting down, or lacks something it needs.",
      remedy: "Send the request to another replica, or try again after `Retry-After` seconds.",
    },
    "payment-unavailable": {
      title: "Payment service unavailable",
      meaning: "The payment service does not respond, or it rejected the request. Nothing was changed.",
      remedy:
        "Try again after `Retry-After` seconds. If `detail` reports a configuration error, tell the operator.",
    },
    busy: {
      title: "Server busy",
      meaning:
        "The server is handling as many requests of this kind as it accepts, and its queue is full. Nothing is charged.",
      remedy: "Send the request again after `Retry-After` seconds.",
    },
  }),
  ...withStatus(504, {
    "upstream-timeout": {
      title: "Site timed out",
      meaning: "The site did not respond within the time limit. Nothing is charged.",
      remedy: "Try again. `detail` names the limit.",
    },
  }),
  ...withStatus(503, {
    "job-attempts-exhausted": {
      title: "Job attempts exhausted",
      meaning:
        "The server was too busy to complete the job in 10 attempts within about half an hour, or ended each attempt because it took too long while other callers waited. Nothing is charged.",
      remedy: "Send the call again when the server is less busy, or send a smaller input.",
    },
  }),
  ...withStatus(504, {
    "job-expired": {
      title: "Job expired",
      meaning: "The job did not end within 24 hours of its creation.",
      remedy: "Send the call again, or in smaller batches.",
    },
  }),
  ...withStatus(507, {
    "insufficient-storage": {
      title: "Insufficient storage",
      meaning: "The server's disk is full, so it cannot store the upload. Nothing is charged.",
      remedy: "Send the request again after `Retry-After` seconds, or send the URL of the file as `url`.",
    },
  }),
} satisfies Record<string, ProblemKind>;

/** An error code. */
export type ProblemCode = keyof typeof problemKinds;
