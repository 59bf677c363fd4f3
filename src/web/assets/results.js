// Shows a response as people want to see it. Every text goes through the DOM, never through markup.
import { slide } from "./demo.js";
import { element } from "./page.js";

const TEXT_MAX = 100_000;
const FINDINGS_SHOWN = 8;
const SVG = "http://www.w3.org/2000/svg";

let ids = 0;

const drawn = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

/** An area that scrolls, also by keyboard. */
const scroll = (label, ...children) => {
  const made = Object.assign(element("div.scroll", ...children), { tabIndex: 0 });
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", label);
  return made;
};

/** A size in bytes for people: `2.1 KB`. */
export const size = (bytes) => {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
};

/** A button that copies a text. */
function copyButton(label, text) {
  const button = Object.assign(element("button.plain-button", label), { type: "button", value: text });
  button.dataset.copy = "";
  return button;
}

/** A link that saves a blob under a name. */
const saveLink = (label, blob, download) =>
  Object.assign(element("a.button", label), { href: URL.createObjectURL(blob), download });

const nameOf = (file, otherwise) => file?.name?.replace(/\.\w+$/, "") ?? otherwise;

const kinds = { string: "hljs-string", number: "hljs-number" };

/** Appends a value to `code`, its tokens in color, its members a line each. */
function append(code, value, pad) {
  const isList = Array.isArray(value);
  if (value === null || typeof value !== "object") {
    code.append(element(`span.${kinds[typeof value] ?? "hljs-literal"}`, JSON.stringify(value)));
    return;
  }
  const members = Object.entries(value);
  if (members.length === 0) return code.append(isList ? "[]" : "{}");
  code.append(isList ? "[" : "{");
  members.forEach(([name, member], i) => {
    code.append(`${i > 0 ? "," : ""}\n${pad}  `);
    if (!isList) code.append(element("span.hljs-attr", JSON.stringify(name)), ": ");
    append(code, member, `${pad}  `);
  });
  code.append(`\n${pad}${isList ? "]" : "}"}`);
}

/** JSON with its tokens in color; the text itself where it is no JSON. */
export function highlighted(text) {
  const code = element("code");
  try {
    append(code, JSON.parse(text), "");
  } catch {
    code.replaceChildren(text);
  }
  return code;
}

/** Text, JSON in color and a member a line. */
export function source(text, type, label) {
  const isJson = type.includes("json") && text.length <= TEXT_MAX;
  const code = isJson ? highlighted(text) : element("code", text.slice(0, TEXT_MAX));
  return scroll(label, element("pre", code));
}

/** Tabs, one panel each; arrow keys move between them. `panels` are pairs of a title and a node. */
export function tabs(label, panels) {
  if (panels.length === 1) return panels[0][1];
  const id = `tabs-${++ids}`;
  const list = element("div.tabs");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", label);
  const all = panels.map(([title, content], i) => {
    const tab = Object.assign(element("button", title), { type: "button", id: `${id}-${i}` });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `${tab.id}-panel`);
    const panel = Object.assign(element("div.panel", content), { id: `${id}-${i}-panel` });
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    return { tab, panel };
  });
  const select = (index, focus) => {
    all.forEach(({ tab, panel }, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
      panel.hidden = i !== index;
    });
    if (focus) all[index].tab.focus();
  };
  all.forEach(({ tab }, i) => {
    tab.addEventListener("click", () => select(i, false));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: all.length - 1 }[key];
      if (step !== undefined) select((step + all.length) % all.length, true);
    });
  });
  list.append(...all.map(({ tab }) => tab));
  select(0, false);
  return element("div.tabbed", list, ...all.map(({ panel }) => panel));
}

/** A score as a gauge. */
function gauge({ value, max }) {
  const share = value / max;
  const around = 2 * Math.PI * 42;
  const svg = drawn("svg", {
    viewBox: "0 0 100 100",
    role: "img",
    "aria-label": `Score: ${value} of ${max}`,
  });
  svg.classList.add("dial", share >= 0.9 ? "good" : share >= 0.6 ? "fair" : "bad");
  const circle = { cx: 50, cy: 50, r: 42 };
  const arc = {
    ...circle,
    "stroke-dasharray": `${share * around} ${around}`,
    transform: "rotate(-90 50 50)",
  };
  const text = drawn("text", { x: 50, y: 59 });
  text.textContent = String(value);
  svg.append(drawn("circle", { ...circle, class: "track" }), drawn("circle", { ...arc, class: "arc" }), text);
  return svg;
}

function finding({ severity, points, message, fix }) {
  const lost = element(`span.points.${points > 0 ? severity : "soft"}`, points > 0 ? `−${points}` : "0");
  return element("li", lost, element("span", message, " ", element("span.soft", fix?.summary ?? "")));
}

function findingsOf(findings) {
  const sorted = findings.toSorted((a, b) => b.points - a.points);
  const rest = sorted.slice(FINDINGS_SHOWN);
  const list = element("ol.findings", ...sorted.slice(0, FINDINGS_SHOWN).map(finding));
  if (rest.length === 0) return list;
  const more = element("details.more", element("summary", `${rest.length} more`));
  more.append(element("ol.findings", ...rest.map(finding)));
  return element("div", list, more);
}

/** The og:image where it is of this site. The policy of our pages loads no images of other sites: those are a link. */
function socialImage(image) {
  const url = URL.parse(image ?? "");
  if (!["http:", "https:"].includes(url?.protocol)) return element("p.blank", "No og:image");
  const { href, origin } = url;
  if (origin === location.origin)
    return Object.assign(element("img"), { src: href, alt: "The page's og:image." });
  const elsewhere = { href, target: "_blank", rel: "noopener noreferrer" };
  return element("p.blank", Object.assign(element("a", "Open the og:image"), elsewhere));
}

function previewsOf({ search, social }) {
  const { title, description, domain, image } = social.facebook;
  return element(
    "div.previews",
    element(
      "figure.result",
      element("figcaption.soft", "Google preview"),
      element("p.address", search.address),
      element("p.headline", search.title ?? "No title"),
      element("p", search.description ?? ""),
    ),
    element(
      "figure.result.card",
      element("figcaption.soft", "Social preview"),
      socialImage(image),
      element("p.address", domain),
      element("p.headline", title ?? "No title"),
      element("p", description ?? ""),
    ),
  );
}

/** A link to the report as a page, where the call asked for one. */
function reportLink(share) {
  if (!share) return undefined;
  const beside = { href: share.path, target: "_blank", rel: "noopener" };
  const link = Object.assign(element("a.button", "Open full report"), beside);
  const until = new Date(share.expiresAt).toLocaleDateString("en", { month: "short", day: "numeric" });
  return element(
    "p.actions",
    link,
    copyButton("Copy link", link.href),
    element("span.soft", `Anyone with this link can open it until ${until}.`),
  );
}

/** The points that each category lost. */
function categoriesOf(categories) {
  const rows = Object.entries(categories).map(([name, { pointsLost: lost }]) => {
    const tone = lost === 0 ? "good" : lost < 15 ? "fair" : "bad";
    // `structuredData` as "structured data"; CSS begins it with a capital letter.
    const title = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return element(`li.${tone}`, element("span", title), element("b", lost === 0 ? "0" : `−${lost}`));
  });
  return element(
    "section.full-width",
    element("h3", "Points lost by category"),
    element("ul.categories", ...rows),
  );
}

/** The files that a page loads, by type: `2 scripts, 3 stylesheets`. */
function kindsOf({ scripts, stylesheets, images, media, frames, other }) {
  const kinds = Object.entries({ scripts, stylesheets, images, media, frames, other });
  return kinds.flatMap(([kind, count]) => (count > 0 ? `${count} ${kind}` : [])).join(", ");
}

/** The times of web.dev for a first byte, in milliseconds. */
const TTFB = { good: 800, fair: 1_800 };

const metric = (label, value, note, tone) =>
  element(
    tone === undefined ? "div.metric" : `div.metric.${tone}`,
    element("dt", label),
    element("dd", value),
    element("dd.soft", note),
  );

/** What was measured of the response: times, sizes, and the files that the page asks for. */
function deliveryOf({ fetch, resources, finalUrl }) {
  const { ttfbMs, totalMs, transferBytes, bytes, contentEncoding, redirects } = fetch;
  const tone = ttfbMs <= TTFB.good ? "good" : ttfbMs <= TTFB.fair ? "fair" : "bad";
  const says = { good: "Good: at most 800 ms", fair: "Slow: over 800 ms", bad: "Poor: over 1.8 s" };
  const hops = redirects.length === 1 ? "1 redirect" : `${redirects.length} redirects`;
  const others = resources.hosts === 1 ? "1 other host" : `${resources.hosts} other hosts`;
  const href = `https://pagespeed.web.dev/analysis?url=${encodeURIComponent(finalUrl)}`;
  return element(
    "section.delivery.full-width",
    element("h3", "Delivery"),
    element("p.soft", "Measured by this server as it fetched the HTML."),
    element(
      "dl.metrics",
      metric("First byte", `${ttfbMs} ms`, says[tone], tone),
      metric("Whole fetch", `${totalMs} ms`, hops),
      metric(
        "HTML received",
        size(transferBytes),
        `${contentEncoding ?? "Uncompressed"}, ${size(bytes)} as text`,
      ),
      metric(
        "Files it loads",
        String(resources.total),
        [kindsOf(resources), `${resources.renderBlocking} block rendering`, others]
          .filter(Boolean)
          .join("; "),
      ),
    ),
    element(
      "p.soft",
      "LCP, CLS and INP depend on the browser and the network of visitors. Measure them with ",
      Object.assign(element("a", "PageSpeed Insights"), { href, rel: "noreferrer" }),
      ".",
    ),
  );
}

/** Says whether scripts draw the page, and what they changed where it was rendered. */
function renderingOf({ rendering, ...report }) {
  const { mode, jsDependent, reason, failure, html, changed } = rendering;
  if (!jsDependent) return undefined;
  if (mode !== "rendered")
    return element("p.full-width.notice.fair", `Scripts draw this page. ${reason ?? ""} `, failure ?? "");
  const facts = {
    title: ["Title", report.title.text],
    metaDescription: ["Description", report.metaDescription.text],
    canonical: ["Canonical URL", report.canonical.url],
    h1: ["Main heading", report.headings.h1.join(" · ")],
    wordCount: ["Words", report.content.wordCount],
    links: ["Links", report.links.total],
    images: ["Images", report.images.total],
  };
  const cell = (value) => element("td", String(value ?? "") || "None");
  const head = (text, scope) => Object.assign(element("th", text), { scope });
  const rows = changed
    .filter((name) => name in facts)
    .map((name) => {
      const [text, after] = facts[name];
      const before = name === "h1" ? html.h1.join(" · ") : html[name];
      return element("tr", head(text, "row"), cell(before), cell(after));
    });
  const heads = ["Fact", "As sent", "After scripts"].map((text) => head(text, "col"));
  return element(
    "section.full-width",
    element("h3", "Rendered in a browser"),
    element("p.soft", "Scripts draw this page. The report is of the page after they ran; they changed:"),
    scroll(
      "What scripts changed",
      element("table.plain", element("thead", element("tr", ...heads)), element("tbody", ...rows)),
    ),
  );
}

function auditResult(audit) {
  const { score, findings, passed, preview: shown, finalUrl, fetch, share, resources, rendering } = audit;
  if (score === undefined || findings === undefined) return undefined;
  const [notices = [], costly = []] = [false, true].map((isCostly) =>
    findings.filter(({ points }) => points > 0 === isCostly),
  );
  const issues = `${costly.length} ${costly.length === 1 ? "issue costs" : "issues cost"} points`;
  return element(
    "div.report.plays",
    gauge(score),
    element(
      "div",
      element("h3", issues),
      passed && element("p.soft", `${passed.length} checks passed`),
      finalUrl && element("p.soft.address", finalUrl),
      reportLink(share),
    ),
    score.categories && categoriesOf(score.categories),
    rendering && renderingOf(audit),
    element(
      "section.full-width",
      element("h3", "Issues to fix, most important first"),
      costly.length === 0 ? element("p", "No issues found.") : findingsOf(costly),
      notices.length > 0 && element("h3", "Notices"),
      notices.length > 0 && findingsOf(notices),
    ),
    fetch && resources && deliveryOf(audit),
    shown && previewsOf(shown),
  );
}

/** Words, bold, italics and marks of footnotes in a line of Markdown. Links show their text. */
function inline(text) {
  const parts = text
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|(?<!\\)\[\^[^[\]\s]+\])/);
  return parts.map((part) => {
    if (/^\*\*.+\*\*$/.test(part)) return element("strong", part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return element("em", part.slice(1, -1));
    if (/^`.+`$/.test(part)) return element("code", part.slice(1, -1));
    if (/^\[\^.+\]$/.test(part)) return element("sup", part.slice(2, -1));
    return part.replaceAll(/\\([\\`*_{}[\]()#+.!|>-])/g, "$1");
  });
}

const cells = (line, name) =>
  line
    .replace(/^\s*\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => element(name, ...inline(cell.trim())));

function tableOf(lines) {
  const [head, , ...rows] = lines;
  const table = element("table.plain", element("thead", element("tr", ...cells(head, "th"))));
  table.append(element("tbody", ...rows.map((row) => element("tr", ...cells(row, "td")))));
  return table;
}

const NOTE = /^(\[\^[^\]\s]+\]):/;
const LIST = /^\s*(?:[-*+]|\d+[.)])\s+/;

function blockOf(block) {
  const lines = block.split("\n");
  const heading = /^(#{1,6}) (.*)$/.exec(lines[0]);
  if (heading) {
    // The page has its own headings; these are of a document within it.
    const made = element(`p.heading.level-${heading[1].length}`, ...inline(heading[2]));
    return lines.length === 1 ? [made] : [made, ...blockOf(lines.slice(1).join("\n"))];
  }
  if (lines.length > 1 && lines[1].includes("|") && /^[\s:|-]+$/.test(lines[1])) return [tableOf(lines)];
  if (lines.every((line) => LIST.test(line) || /^\s+/.test(line))) {
    const items = lines.map((line) => element("li", ...inline(line.replace(LIST, ""))));
    return [element(/^\s*\d/.test(lines[0]) ? "ol" : "ul", ...items)];
  }
  if (NOTE.test(block)) {
    const notes = block.split(/\n(?=\[\^)/);
    return notes.map((note) => element("p.footnote", ...inline(note.replace(NOTE, "$1"))));
  }
  if (/^(?:-{3,}|\*{3,})$/.test(block.trim())) return [element("hr")];
  return [element("p", ...inline(lines.map((line) => line.trimEnd()).join(" ")))];
}

/** Markdown as a page. */
function rendered(markdown) {
  const blocks = markdown
    .slice(0, TEXT_MAX)
    .trim()
    .split(/\n{2,}/);
  return element("div.document", ...blocks.flatMap(blockOf));
}

const pen = document.createElement("canvas").getContext("2d");

/** The share of its height that makes a word as wide as it is on the page: fonts there are narrower or wider than ours. */
function fontShare(words) {
  pen.font = "100px Liberation Sans, Arial, sans-serif";
  const [long, natural] = words.reduce(
    ([sum, own], { text, width, height }) => [
      sum + width,
      own + (pen.measureText(text).width * height) / 100,
    ],
    [0, 0],
  );
  return Math.min(0.9, long / natural || 0.9);
}

/** The words of a page where they are on it. */
function pageView({ number, width, height, words }) {
  const share = fontShare(words);
  const svg = drawn("svg", {
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": `Page ${number}`,
  });
  svg.classList.add("leaf");
  for (const { text, x, y, width: length, height: size } of words) {
    const fit = { textLength: length, lengthAdjust: "spacingAndGlyphs" };
    const word = drawn("text", { x, y: y + size * 0.8, "font-size": size * share, ...fit });
    word.textContent = text;
    svg.append(word);
  }
  return svg;
}

function extractResult({ text, pages, pageCount }, { format }, file) {
  if (!Array.isArray(pages)) return undefined;
  const body = text ?? pages.map((page) => page.text ?? "").join("\n\n");
  const placed = pages.filter(({ words, width }) => Array.isArray(words) && width > 0);
  const isMarkdown = format === "markdown";
  const leafOf = (page) => [
    element("p.soft", `Layout of page ${page.number} of ${pageCount}`),
    pageView(page),
  ];
  const leaves = placed.length > 0 ? scroll("Pages", ...placed.flatMap(leafOf)) : undefined;
  const source = (label) => scroll(label, element("pre.wrapped", body.slice(0, TEXT_MAX)));
  const panels = isMarkdown
    ? [
        ["Preview", element("div.views", scroll("The document", rendered(body)), leaves)],
        ["Markdown", source("Markdown")],
      ]
    : [["Text", source("Text")]];
  if (!isMarkdown && leaves) panels.push(["Page", leaves]);
  const kinds = [...new Set(pages.map(({ kind }) => kind).filter(Boolean))].join(", ");
  const of = pages.length === pageCount ? "" : `${pages.length} of `;
  const unusual = kinds === "" || kinds === "text" ? "" : ` · ${kinds}`;
  const read = `${of}${pageCount} ${pageCount === 1 ? "page" : "pages"}${unusual}`;
  const [kind, extension] = isMarkdown ? ["Markdown", "md"] : ["text", "txt"];
  const blob = new Blob([body], { type: "text/plain" });
  const actions = element(
    "p.actions",
    saveLink(`Download .${extension}`, blob, `${nameOf(file, "document")}.${extension}`),
    copyButton(`Copy ${kind}`, body),
    element("span.soft", read),
  );
  return element("div", actions, tabs("Views of the text", panels));
}

const readAsData = (blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });

/** Two images over each other with a slider between them. */
export function compare(before, after) {
  const id = `compare-${++ids}`;
  const box = element(
    "div.compare.sliding",
    element("div.layers", before, after),
    element(
      "p.slide",
      Object.assign(element("label.unseen", "Before and after"), { htmlFor: id }),
      Object.assign(element("input"), { type: "range", min: "0", max: "100", value: "50", id }),
    ),
  );
  slide(box);
  return box;
}

async function imageOf(blob, selector, alt) {
  const image = Object.assign(element(selector), { src: await readAsData(blob), alt });
  try {
    await image.decode();
    return image;
  } catch {
    return undefined;
  }
}

/** Lets one see a transparent image on a color, and save it so. */
function backgroundField(image, link) {
  const { href, download } = link;
  const id = `background-${++ids}`;
  const color = Object.assign(element("input"), { type: "color", value: "#ffffff", id });
  const clear = Object.assign(element("button.plain-button", "Transparent"), {
    type: "button",
    hidden: true,
  });
  const show = (background) => {
    image.style.background = background;
    clear.hidden = background === "";
  };
  color.addEventListener("input", () => show(color.value));
  color.addEventListener("change", () => {
    const canvas = Object.assign(element("canvas"), {
      width: image.naturalWidth,
      height: image.naturalHeight,
    });
    const context = canvas.getContext("2d");
    context.fillStyle = color.value;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0);
    canvas.toBlob((blob) => {
      link.href = URL.createObjectURL(blob);
      link.download = download.replace(/-transparent\.\w+$/, ".png");
    }, "image/png");
  });
  clear.addEventListener("click", () => {
    show("");
    Object.assign(link, { href, download });
    color.focus();
  });
  return element(
    "p.backdrop",
    Object.assign(element("label", "Background color"), { htmlFor: id }),
    color,
    clear,
  );
}

async function imageResult(blob, type, sent) {
  const extension = { "image/jpeg": "jpg", "image/webp": "webp" }[type] ?? "png";
  const label = `Download ${extension.toUpperCase()}`;
  const link = saveLink(label, blob, `${nameOf(sent, "image")}-transparent.${extension}`);
  const after = await imageOf(blob, "img.after.checkers", "Background removed");
  const pixels = after === undefined ? "" : `${after.naturalWidth} × ${after.naturalHeight} pixels, `;
  const bytes = element("span.soft", pixels + size(blob.size));
  const before = sent === undefined ? undefined : await imageOf(sent, "img.before", "Original");
  if (after === undefined) return element("p.actions", link, bytes);
  const actions = element("div.actions", link, bytes, backgroundField(after, link));
  const same =
    before &&
    Math.abs(before.naturalWidth / before.naturalHeight - after.naturalWidth / after.naturalHeight) < 0.02;
  if (same) return element("div.image-result", compare(before, after), actions);
  after.className = "picture checkers";
  return element("div.image-result", after, actions);
}

function money(price) {
  if (!price) return undefined;
  const amount = Number(price.amount);
  return new Intl.NumberFormat("en", { style: "currency", currency: price.currency }).format(amount);
}

/** Terms with their values; those without a value are left out. */
function terms(values) {
  const known = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const rows = known.map(([name, value]) =>
    element("div", element("dt", name), element("dd", String(value))),
  );
  return element("dl.sheet.sources", ...rows);
}

function productResult(product) {
  const { title, brand, rating, price, listPrice, availability, seller, bullets = [] } = product;
  if (title === undefined) return undefined;
  const card = element(
    "article.sheet.product",
    element(
      "div",
      element("h3", title ?? "No title"),
      brand && element("p.soft", brand),
      rating?.average != null && element("p", `${rating.average} of 5 (${rating.count ?? 0} ratings)`),
      price && element("p.price", money(price), " ", listPrice ? element("s", money(listPrice)) : ""),
      element("p", availability?.text ?? "Availability unknown", seller ? ` · sold by ${seller.name}` : ""),
      element("ul.soft", ...bullets.slice(0, 6).map((bullet) => element("li", bullet))),
    ),
  );
  const { asin, marketplace, offerState, source: from, completeness } = product;
  const share = completeness === undefined ? undefined : `${Math.round(completeness.score * 100)}%`;
  return element(
    "div",
    card,
    terms({ ASIN: asin, Marketplace: marketplace, Offer: offerState, Source: from, Completeness: share }),
  );
}

const dates = ({ start, end, isCurrent }) =>
  [start?.value, isCurrent ? "now" : end?.value].filter(Boolean).join(" to ");

function profileResult(profile) {
  const { fullName, name, headline, tagline, location, headquarters, experience = [], skills = [] } = profile;
  const title = fullName ?? name;
  if (title === undefined || title === null) return undefined;
  const words = title.split(/\s+/).slice(0, 2);
  const initials = element("p.initials", ...words.map((word) => [...word][0]));
  initials.setAttribute("aria-hidden", "true");
  const jobs = experience.slice(0, 8).map((job) => {
    const where = job.company?.name ? `, ${job.company.name}` : "";
    return element(
      "li",
      element("span.soft", dates(job)),
      element("span", element("strong", job.title ?? ""), where),
    );
  });
  const { source: from, followers, industry, employeeCount, website } = profile;
  return element(
    "div",
    element(
      "article.sheet.person",
      initials,
      element(
        "div",
        element("h3", title),
        element("p", headline ?? tagline ?? ""),
        element("p.soft", location?.text ?? headquarters?.text ?? ""),
      ),
      jobs.length > 0 ? element("ol.career", ...jobs) : undefined,
      skills.length > 0 ? element("p.soft", `Skills: ${skills.join(", ")}`) : undefined,
    ),
    terms({
      Industry: typeof industry === "string" ? industry : undefined,
      Website: typeof website === "string" ? website : undefined,
      Employees: typeof employeeCount === "number" ? employeeCount : undefined,
      Followers: followers?.value,
      Source: from,
    }),
  );
}

function uuidResult(value) {
  if (Array.isArray(value))
    return element("ol.list", ...value.map((uuid) => element("li", element("code", uuid))));
  const flat = Object.entries(value).filter(([, one]) => one === null || typeof one !== "object");
  return terms(Object.fromEntries(flat.map(([name, one]) => [name, one === null ? "null" : one])));
}

const views = {
  "seo.audit": auditResult,
  "pdf.extract": extractResult,
  "products.product": productResult,
  "profiles.profile": profileResult,
  "profiles.company": profileResult,
  "uuid.v4": uuidResult,
  "uuid.v7": uuidResult,
  "uuid.decode": uuidResult,
  "uuid.validate": uuidResult,
};

/** An error for people: what is wrong, and where its code is explained. */
function problemResult({ title, detail, code, requestId }) {
  if (title === undefined) return undefined;
  const href = `/problems/${encodeURIComponent(code)}`;
  const link = Object.assign(element("a", "About this error"), { href });
  return element(
    "div.failure",
    element("p.no", element("strong", title)),
    element("p", (detail ?? "").replace("The URL in url ", "The URL ")),
    element("p.soft", link, requestId ? ` · Request ID ${requestId}` : ""),
  );
}

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The view of a JSON response; undefined where there is none for it. A field of another shape shows the JSON alone. */
function viewOf(call, value, ok) {
  try {
    return ok ? views[call.name]?.(value, call.input ?? {}, call.file) : problemResult(value);
  } catch {
    return undefined;
  }
}

/**
 * Shows a response. `call` has the `name` of its operation (`seo.audit`), the `input` that was sent, and the `file` that
 * was sent, if there was one. With `isAlone`, JSON is left out where the response has a view.
 */
export async function shown(response, call) {
  const type = (response.headers.get("content-type") ?? "").split(";")[0];
  const blob = await response.blob();
  if (/^image\/(png|jpeg|webp)$/.test(type)) return imageResult(blob, type, call.file);
  if (!/json|^text\/|xml/.test(type)) {
    const name = type === "application/zip" ? "response.zip" : "response";
    return element("p.actions", saveLink(`Download response (${size(blob.size)})`, blob, name));
  }
  const text = await blob.text();
  if (type === "text/markdown") {
    return tabs("Views of the response", [
      ["Preview", scroll("The document", rendered(text))],
      ["Markdown", scroll("Markdown", element("pre.wrapped", text.slice(0, TEXT_MAX)))],
    ]);
  }
  const raw = source(text, type, "Response body");
  const value = type.includes("json") ? parsed(text) : undefined;
  const view = value === undefined || value === null ? undefined : viewOf(call, value, response.ok);
  if (view === undefined) return raw;
  if (call.isAlone) return view;
  return tabs("Views of the response", [
    ["Result", view],
    ["JSON", raw],
  ]);
}
