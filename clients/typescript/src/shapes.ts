// Generated from the API descriptors by `npm run generate`. Edit those.
import type { ActionShape, Shape } from "./transport.js";

/** The operations as HTTP sees them. */
export const operations: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  uuid: {
    v4: {"method":"GET","path":"/v4","files":[],"produces":["application/json","text/plain"]},
    v7: {"method":"GET","path":"/v7","files":[],"produces":["application/json","text/plain"]},
    validate: {"method":"GET","path":"/validate/{uuid}","files":[],"produces":["application/json"]},
    validateBatch: {"method":"POST","path":"/validate","files":[],"json":true,"produces":["application/json"]},
    decode: {"method":"GET","path":"/decode/{uuid}","files":[],"produces":["application/json"]},
    health: {"method":"GET","path":"/health","files":[],"produces":["application/json"]},
  },
  seo: {
    audit: {"method":"GET","path":"/seo/audit","files":[],"produces":["application/json","text/html"]},
    meta: {"method":"GET","path":"/seo/meta","files":[],"produces":["application/json"]},
    checks: {"method":"GET","path":"/seo/checks","files":[],"produces":["application/json"]},
  },
  pdf: {
    extract: {"method":"POST","path":"/pdf/extract","files":["file"],"produces":["application/json","text/plain","text/markdown","application/x-ndjson"]},
  },
  images: {
    removeBackground: {"method":"POST","path":"/images/remove-bg","files":["image","bgImage"],"produces":["image/png","image/webp","image/jpeg","application/zip","application/json"]},
  },
  profiles: {
    profile: {"method":"GET","path":"/linkedin/profile","files":[],"produces":["application/json"]},
    company: {"method":"GET","path":"/linkedin/company","files":[],"produces":["application/json"]},
  },
  products: {
    product: {"method":"GET","path":"/amazon/product","files":[],"produces":["application/json"]},
  },
};

/** The actions of resources as HTTP sees them. */
export const resources: Readonly<Record<string, Readonly<Record<string, ActionShape>>>> = {
  jobs: {
    list: {"method":"GET","path":"/jobs","files":[],"produces":["application/json"],"parts":[],"hasInput":true,"body":[],"isRepeatable":false},
    get: {"method":"GET","path":"/jobs/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
    delete: {"method":"DELETE","path":"/jobs/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
    link: {"method":"POST","path":"/jobs/{id}/link","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":[],"isRepeatable":false},
    eventLink: {"method":"POST","path":"/jobs/{id}/events/link","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":[],"isRepeatable":false},
  },
  batches: {
    list: {"method":"GET","path":"/batches","files":[],"produces":["application/json"],"parts":[],"hasInput":true,"body":[],"isRepeatable":false},
    get: {"method":"GET","path":"/batches/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
    delete: {"method":"DELETE","path":"/batches/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
    link: {"method":"POST","path":"/batches/{id}/link","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":[],"isRepeatable":false},
    eventLink: {"method":"POST","path":"/batches/{id}/events/link","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":[],"isRepeatable":false},
  },
  siteAudits: {
    create: {"method":"POST","path":"/seo/site-audits","files":[],"produces":["application/json"],"parts":[],"hasInput":true,"body":["url","maxPages","maxDepth","subdomains","include","exclude","delayMs","checkLinks","every"],"isRepeatable":true},
    list: {"method":"GET","path":"/seo/site-audits","files":[],"produces":["application/json"],"parts":[],"hasInput":true,"body":[],"isRepeatable":false},
    get: {"method":"GET","path":"/seo/site-audits/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
    report: {"method":"GET","path":"/seo/site-audits/{id}/report","files":[],"produces":["application/json","text/csv","application/zip","application/vnd.openxmlformats-officedocument.spreadsheetml.sheet","text/html"],"parts":["id"],"hasInput":true,"body":[],"isRepeatable":false},
    compare: {"method":"GET","path":"/seo/site-audits/{id}/compare","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":[],"isRepeatable":false},
    share: {"method":"POST","path":"/seo/site-audits/{id}/share","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
    unshare: {"method":"DELETE","path":"/seo/site-audits/{id}/share","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
    delete: {"method":"DELETE","path":"/seo/site-audits/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
    eventLink: {"method":"POST","path":"/seo/site-audits/{id}/events/link","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":[],"isRepeatable":false},
  },
  sharedReports: {
    list: {"method":"GET","path":"/seo/reports","files":[],"produces":["application/json"],"parts":[],"hasInput":true,"body":[],"isRepeatable":false},
    delete: {"method":"DELETE","path":"/seo/reports/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
  },
  siteAuditSchedules: {
    create: {"method":"POST","path":"/seo/site-audit-schedules","files":[],"produces":["application/json"],"parts":[],"hasInput":true,"body":["url","maxPages","maxDepth","subdomains","include","exclude","delayMs","checkLinks","every"],"isRepeatable":true},
    list: {"method":"GET","path":"/seo/site-audit-schedules","files":[],"produces":["application/json"],"parts":[],"hasInput":false,"body":[],"isRepeatable":false},
    delete: {"method":"DELETE","path":"/seo/site-audit-schedules/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
  },
  webhooks: {
    list: {"method":"GET","path":"/webhooks","files":[],"produces":["application/json"],"parts":[],"hasInput":false,"body":[],"isRepeatable":false},
    create: {"method":"POST","path":"/webhooks","files":[],"produces":["application/json"],"parts":[],"hasInput":true,"body":["url","mode","events"],"isRepeatable":true},
    get: {"method":"GET","path":"/webhooks/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
    update: {"method":"PATCH","path":"/webhooks/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":["url","events","enabled"],"isRepeatable":false},
    delete: {"method":"DELETE","path":"/webhooks/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
    roll: {"method":"POST","path":"/webhooks/{id}/roll","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":true},
    test: {"method":"POST","path":"/webhooks/{id}/test","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":true},
    deliveries: {"method":"GET","path":"/webhooks/{id}/deliveries","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":[],"isRepeatable":false},
    replayDelivery: {"method":"POST","path":"/webhooks/{id}/deliveries/{event}/replay","files":[],"produces":["application/json"],"parts":["id","event"],"hasInput":false,"body":[],"isRepeatable":true},
    replay: {"method":"POST","path":"/webhooks/{id}/replay","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":["since"],"isRepeatable":true},
  },
  keys: {
    list: {"method":"GET","path":"/keys","files":[],"produces":["application/json"],"parts":[],"hasInput":false,"body":[],"isRepeatable":false},
    create: {"method":"POST","path":"/keys","files":[],"produces":["application/json"],"parts":[],"hasInput":true,"body":["name","apis","mode","expiresAt","allowedIps"],"isRepeatable":true},
    update: {"method":"PATCH","path":"/keys/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":["name","expiresAt","allowedIps"],"isRepeatable":false},
    roll: {"method":"POST","path":"/keys/{id}/roll","files":[],"produces":["application/json"],"parts":["id"],"hasInput":true,"body":["grace"],"isRepeatable":true},
    revoke: {"method":"DELETE","path":"/keys/{id}","files":[],"produces":["application/json"],"parts":["id"],"hasInput":false,"body":[],"isRepeatable":false},
  },
};
