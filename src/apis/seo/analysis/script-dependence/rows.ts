import { attribute, type Element, tokens } from "../../../../kit/html-tree.ts";
import type { Observations } from "./contents.ts";

/**
 * One kind of evidence that scripts draw a page. A root is an element that a framework fills: if it is empty, and the
 * rest of the page has little content, the page depends on scripts. A sign shows that a framework is used: it counts on
 * a page that is hollow, because frameworks also enhance pages that servers rendered.
 */
export interface Evidence {
  /** Kebab-case. It never changes once published. */
  readonly id: string;
  /** The framework, platform or technique. */
  readonly name: string;
  /** The pattern that it detects. */
  readonly detects: string;
  /** Documentation of what the framework emits. */
  readonly source: string;
  /** The text of the response. */
  readonly reason: string;
  /**
   * Names of roots, separated by spaces: `strong` ones are the framework's own, `weak` ones any page may use, and `blank`
   * ones are weak and must have nothing in them, not even an image or a word.
   */
  readonly roots?: { readonly strong?: string; readonly weak?: string; readonly blank?: string };
  /** Signs in the page: its marks (names of tags, attributes, ids, classes), script URLs, code and comments. */
  readonly signs?: {
    readonly marks?: RegExp;
    readonly sources?: RegExp;
    readonly code?: RegExp;
    readonly comments?: RegExp;
  };
  /** Decides without roots; a hollow page with a sign where it is left out. */
  decide?(seen: Observations, hasSign: boolean): boolean;
}

/** Pages with a challenge say what they are checking, in a few sentences. */
const CHALLENGE_WORDS = 200;
/** Pages without the sign of a known product have fewer words. */
const UNKNOWN_CHALLENGE_WORDS = 80;
const isChallenge = ({ page, saysChecking }: Observations, hasSign: boolean): boolean =>
  page.contentLinks <= 5 &&
  (hasSign
    ? page.words < CHALLENGE_WORDS
    : saysChecking &&
      page.words < UNKNOWN_CHALLENGE_WORDS &&
      page.controls === 0 &&
      page.contentLinks <= 2 &&
      page.paragraphs <= 4);

/** Whether a framework that never renders on a server is on a page with few words, headings included. */
const isUnrendered = ({ page }: Observations, hasSign: boolean): boolean =>
  hasSign && page.isSparse && page.contentWords <= 12 && page.headings <= 1 && page.media <= 1;

/** The most words of a page with bindings. A page that a server rendered has more. */
const bindingWords = (count: number): number => Math.min(300, 30 + 10 * count);

/** Roots are written as `#id`, `.class`, `<tag>` or `[attribute]`. */
export const evidenceRows: readonly Evidence[] = [
  {
    id: "bot-challenge",
    name: "Script challenge",
    detects:
      "a page of Cloudflare, Imperva, Akamai, DataDome, AWS WAF, HUMAN, Kasada, Sucuri, DDoS-Guard, F5, Vercel, Anubis, SiteGround, HAProxy or testcookie that checks the browser by script; a short page that says in one of some 15 languages that it checks the visitor",
    source: "https://developers.cloudflare.com/cloudflare-challenges/",
    reason: "The response is a challenge that only a browser with JavaScript can pass, not the page itself.",
    signs: {
      marks:
        /=(?:sec-if-cpt-container|px-captcha|challenge-container|cf-challenge-running|challenge-form|anubis_challenge)$/m,
      sources:
        /\/cdn-cgi\/challenge-platform\/h\/|\/_sec\/cp_challenge|captcha-delivery\.com|token\.awswaf\.com|\/ddos-guard\/|\/TSPD\/|\.within\.website\/|\/vercel\/security\/|\/aes(?:\.min)?\.js|perimeterx|px-cloud\.net|captcha\.awswaf\.com|sgcaptcha|basedflare/,
      code: /_cf_chl_opt|_cf_chl_ctx|bm-verify|awsWafCookieDomainList|gokuProps|_pxAppId|KPSDK|sucuri_cloudproxy|slowAES|ddos-guard|var dd ?= ?\{|anubis|bobcmn|_Incapsula_Resource|__qrator|rbzns|sgchallenge|sgcaptcha/,
    },
    decide: isChallenge,
  },
  {
    id: "blogger-dynamic-views",
    name: "Blogger dynamic views",
    detects: "the dynamic views script of Blogger, which loads posts from the feed, and no post in the HTML",
    source: "https://support.google.com/blogger/answer/1229061",
    reason: "Blogger's dynamic views load every post by script; the HTML contains none.",
    signs: { sources: /\/dynamicviews\//, code: /blogger\.ui\(\)/ },
    decide: ({ page, marks }, hasSign) =>
      hasSign && page.words < 400 && !/\b(?:post-body|entry-content|post-outer)\b/.test(marks),
  },
  {
    id: "feed-rendered",
    name: "Blog drawn from its feed",
    detects: "a script that requests the blog's own feed as JSON, on a page without posts",
    source: "https://developers.google.com/blogger/docs/2.0/json/reference",
    reason: "The posts are requested from the blog's feed by script; the HTML contains none.",
    signs: {
      sources: /[?&]alt=json/,
      code: /[?&]alt=json|\/wp-json\/wp\/v2\/posts|\/ghost\/api\/(?:v\d\/)?content\/posts/,
    },
  },
  {
    id: "blazor",
    name: "Blazor",
    detects:
      "the Blazor script with an app element that is empty or says Loading, or a component that is not prerendered",
    source: "https://learn.microsoft.com/aspnet/core/blazor/hosting-models",
    reason: "Blazor draws the page by script or WebAssembly; the HTML has no content.",
    signs: { sources: /_framework\/blazor\./, comments: /^[ \t]{0,20}Blazor:\{/m, marks: /=blazor-error-ui/ },
  },
  {
    id: "angular",
    name: "Angular",
    detects:
      "an empty app-root, my-app or other root component; polyfills and main bundles of the CLI, SystemJS or zone.js",
    source: "https://angular.dev/guide/components/anatomy-of-components",
    reason: "The root component of Angular is empty until scripts run.",
    roots: { strong: "<app-root> <my-app> <ng-app> <app-component>", weak: "<app>" },
    signs: {
      sources: /(?:^|\/)(?:polyfills|inline|zone)[.-]/m,
      code: /System\.import\(['"](?:app|main)/,
      marks: /^@ng-version$/m,
    },
  },
  {
    id: "angularjs",
    name: "AngularJS",
    detects: "an empty ng-view, ui-view or ng-include; an ng-app on a page without content",
    source: "https://docs.angularjs.org/api/ngRoute/directive/ngView",
    reason: "AngularJS inserts the view by script; in the HTML it is empty.",
    roots: {
      strong:
        "[ng-view] [data-ng-view] [x-ng-view] [ng:view] <ng-view> <ng:view> <data-ng-view> [ui-view] [data-ui-view] <ui-view> <ng-outlet> [ng-include] [data-ng-include] <ng-include>",
    },
    signs: { marks: /^@(?:data-|x-)?ng[-:]app$/m, code: /angular\.(?:bootstrap|module)\(/ },
  },
  {
    id: "data-bindings",
    name: "Data bindings",
    detects:
      "expressions in braces, ng-bind, ng-repeat, v-text, v-for, x-text, x-for or data-bind in the place of texts, with little text beside them",
    source: "https://docs.angularjs.org/guide/databinding",
    reason: "The texts are expressions and bindings that a script replaces.",
    decide({ page, expressions, bindings, namesExpression, scripts }) {
      const count = expressions + bindings;
      if (scripts === 0 || count === 0) return false;
      if (namesExpression && page.contentWords < 60) return true;
      return count >= 3 && page.contentWords < bindingWords(count);
    },
  },
  {
    id: "react",
    name: "React",
    detects: "an empty root of Create React App, Vite, React Native for Web or another React app",
    source: "https://react.dev/reference/react-dom/client/createRoot",
    reason: "The root of the React app is empty until scripts run.",
    roots: {
      strong:
        "#react-root #reactroot #react-app #reactapp #preact_root #__react-root [data-reactroot] [data-react-class]",
    },
    signs: {
      sources: /(?:^|[/@.-])(?:react-dom|preact)(?:[/@.-]|$)/m,
      code: /ReactDOM\.render|createRoot\(|hydrateRoot\(|webpackJsonp|__remixContext|__reactRouterContext|\$_TSR|__staticRouterHydrationData/,
    },
  },
  {
    id: "nextjs",
    name: "Next.js",
    detects: "an empty #__next: a fallback, or a page whose server rendering was turned off",
    source: "https://nextjs.org/docs/pages/building-your-application/rendering/client-side-rendering",
    reason: "Next.js sent the page without content; scripts draw it.",
    roots: { strong: "#__next" },
    signs: { sources: /\/_next\/static\//, code: /__next_f|BAILOUT_TO_CLIENT_SIDE_RENDERING/ },
  },
  {
    id: "gatsby",
    name: "Gatsby",
    detects: "an empty #___gatsby",
    source: "https://www.gatsbyjs.com/docs/how-to/rendering-options/",
    reason: "The root of the Gatsby app is empty until scripts run.",
    roots: { strong: "#___gatsby #gatsby-focus-wrapper" },
  },
  {
    id: "vue",
    name: "Vue",
    detects: "an empty root of Vue, Quasar or Ionic, or a v-cloak template",
    source: "https://vuejs.org/guide/essentials/application.html#mounting-the-app",
    reason: "The root of the Vue app is empty until scripts run.",
    roots: { strong: "#q-app #vue-app #vueapp [v-cloak] <router-view>" },
    signs: {
      sources: /(?:^|[/@.-])(?:vue|petite-vue|vue-router|chunk-vendors)(?:[/@.-]|$)/m,
      code: /new Vue\(|Vue\.createApp|createApp\(/,
    },
  },
  {
    id: "nuxt",
    name: "Nuxt",
    detects: "an empty #__nuxt, or one with a loading screen alone: the fallback of a single-page app",
    source: "https://nuxt.com/docs/4.x/guide/concepts/rendering#client-side-rendering",
    reason: "Nuxt sent its fallback without content; scripts draw the page.",
    roots: { strong: "#__nuxt #__layout" },
    signs: { sources: /\/_nuxt\//, code: /window\.__NUXT__/ },
  },
  {
    id: "svelte",
    name: "Svelte and SvelteKit",
    detects: "the start script of SvelteKit, Sapper or a Svelte bundle on a page without content",
    source: "https://svelte.dev/docs/kit/single-page-apps",
    reason: "SvelteKit sent its fallback without content; scripts draw the page.",
    roots: { strong: "#svelte #sapper [data-sveltekit-root]" },
    signs: {
      marks: /^@data-sveltekit/m,
      sources: /\/_app\/(?:immutable\/)?(?:entry\/)?start|(?:^|\/)build\/bundle\.js/m,
      code: /__sveltekit_|__SAPPER__|_app\/(?:immutable\/)?(?:entry\/)?start/,
    },
  },
  {
    id: "ember",
    name: "Ember",
    detects:
      "the environment meta of Ember CLI, an Ember template in a script, or its bundles, on a page without content",
    source: "https://guides.emberjs.com/release/configuring-ember/embedding-applications/",
    reason: "Ember draws the page by script; the HTML has no content.",
    roots: { strong: "#ember-app #ember-root .ember-application <discourse-assets>" },
    signs: {
      marks: /\/config\/environment$|^type=text\/x-handlebars$|^id=ember-/m,
      sources: /(?:^|[/@.-])ember(?:[/@.-]|$)/m,
      code: /Ember\.Application|EmberENV/,
      comments: /EMBER_CLI/,
    },
  },
  {
    id: "gwt",
    name: "GWT",
    detects: "a *.nocache.js bootstrap script on a page without content",
    source: "https://www.gwtproject.org/doc/latest/DevGuideOrganizingProjects.html#DevGuideHostPage",
    reason: "GWT draws the page by script; the HTML has no content.",
    signs: {
      sources: /\.nocache\.js/,
      marks: /name=gwt:property|id=__gwt_historyFrame/,
    },
    decide: isUnrendered,
  },
  {
    id: "wix",
    name: "Wix",
    detects: "an empty SITE_CONTAINER, or Wix's viewer scripts on a page without content",
    source: "https://support.wix.com/en/article/site-performance-how-wix-sites-are-built-and-rendered",
    reason: "Wix's viewer draws the page by script; the HTML has no content.",
    roots: { strong: "#SITE_CONTAINER #WIX_ROOT" },
    signs: {
      sources: /(?:static\.parastorage\.com|static\.wixstatic\.com)\//,
      code: /rendererModel|publicModel|wixBiSession/,
    },
  },
  {
    id: "polymer",
    name: "Web components",
    detects: "an empty custom element as the root: Polymer, Lit, Stencil, Ionic, YouTube and others",
    source: "https://developer.mozilla.org/docs/Web/API/Web_components/Using_custom_elements",
    reason: "The custom element that holds the page is empty until scripts define it.",
    roots: { strong: "[unresolved] <ion-app> <ytd-app> <redoc> <rapi-doc>" },
    signs: { marks: /-(?:app|root|shell)>$/m },
  },
  {
    id: "flutter",
    name: "Flutter",
    detects: "Flutter's loader on a page without content",
    source: "https://docs.flutter.dev/platform-integration/web/initialization",
    reason: "Flutter draws the page on a canvas by script; the HTML has no content.",
    roots: { strong: "<flt-glass-pane> <flutter-view>" },
    signs: {
      sources: /flutter(?:_bootstrap|_service_worker)?\.js|main\.dart\.js/,
      code: /_flutter\b|flutterConfiguration/,
    },
  },
  {
    id: "enterprise-shell",
    name: "Application platforms",
    detects:
      "the loader of SAPUI5, Ext JS, Vaadin, Salesforce Aura, Mendix, OutSystems, Meteor, Dojo, Unity or another platform on a page without content",
    source: "https://sapui5.hana.ondemand.com/sdk/#/topic/a04b0d10fb494d1cb722b9e341b584ba",
    reason: "An application platform draws the page by script; the HTML has no content.",
    roots: {
      strong:
        "#swagger-ui #notion-app #unity-container #outsystems-app [data-sap-ui-component] [aurelia-app] #auraLoadingBox",
    },
    signs: {
      marks: /id=sap-ui-bootstrap|^@(?:aurelia-app|data-sap-ui|sap-)/m,
      sources:
        /sap-ui-core\.js|ext-all|vaadin|VAADIN\/|mxui\.js|OutSystems|dojo\/dojo\.js|aura_prod|docsify|unityloader|require\.js/i,
      code: /Ext\.application|Ext\.onReady|window\.Vaadin|__meteor_runtime_config__|\$A\.initAsync|\$docsify|createUnityInstance|Backbone\.history|m\.mount\(|riot\.mount|Elm\.Main\.|bubble_session|goog\.require/,
    },
  },
  {
    id: "mount-empty",
    name: "Empty mount element",
    detects:
      "an empty element with the id of a mount, such as root, app, main-app or application, and under 50 words next to it",
    source: "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
    reason: "The element that scripts fill is empty.",
    roots: {
      weak: "#root #app #application #main-app #app-root #approot #app-container #app-mount #mount #mountnode #mount_0_0 #spa #js-app #wrapper-app #viewport #outlet",
    },
  },
  {
    id: "content-empty",
    name: "Empty content area",
    detects:
      "a main element, or one with an id, with nothing in it, and nothing but navigation, header and footer next to it",
    source: "https://html.spec.whatwg.org/multipage/grouping-content.html#the-main-element",
    reason: "The element for the main content is empty until scripts run.",
    roots: {
      blank:
        "<main> [role=main] #main #content #main-content #page #page-content #container #view #posts #store #shop #host",
    },
    decide: ({ page, emptyBoxes }) =>
      emptyBoxes > 0 &&
      page.isHollow &&
      page.contentWords <= 5 &&
      page.contentLinks === 0 &&
      page.media === 0,
  },
  {
    id: "noscript-notice",
    name: "Notice to visitors without JavaScript",
    detects:
      "a noscript element or a visible text that asks for JavaScript, or a refresh in noscript, on a page without content",
    source: "https://html.spec.whatwg.org/multipage/scripting.html#the-noscript-element",
    reason: "The page tells visitors without JavaScript that they need it, and has no content of its own.",
    decide: ({ page, asksForScripts }) => asksForScripts && page.isHollow && page.words < 50,
  },
  {
    id: "script-redirect",
    name: "Redirect by script",
    detects: "a page without content whose script sets the location or reloads it",
    source: "https://developers.google.com/search/docs/crawling-indexing/301-redirects#jslocation",
    reason: "The page has no content; its script sends visitors elsewhere or reloads the page.",
    signs: { code: /location(?:\.href)?\s*=[^=]|location\.(?:replace|assign|reload)\s*\(/ },
    decide: ({ page }, hasSign) => hasSign && page.isBare && page.isHollow && page.media === 0,
  },
  {
    id: "loading-screen",
    name: "Loading screen",
    detects: "an element or a text that says that content is loading, and no content next to it",
    source: "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
    reason: "The page shows a loading screen, and no content until scripts run.",
    decide: ({ page, scripts }) => scripts > 0 && page.hasLoader && page.isHollow && page.words < 50,
  },
  {
    id: "script-weight",
    name: "Scripts instead of text",
    detects:
      "nine tenths of the source are scripts, and there is no heading, paragraph, form or image outside of navigation, header and footer",
    source: "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
    reason: "Nine tenths of the page are scripts, and it has hardly any text.",
    decide: ({ page, scriptShare, scripts }) =>
      scripts > 0 && scriptShare > 0.9 && page.isHollow && page.media === 0 && page.words < 200,
  },
  {
    id: "body-empty",
    name: "Empty body",
    detects: "scripts, and a body without text, headings, forms, links and images",
    source: "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
    reason: "The body has no content until scripts run.",
    decide: ({ page, scripts }) => scripts > 0 && page.isBare && page.isHollow && page.media === 0,
  },
];

/**
 * Kind of root that an element is: its row, whether its name is the framework's own, and whether it must have nothing
 * in it.
 */
export interface RootKind {
  readonly row: Evidence;
  readonly isStrong: boolean;
  readonly isBlank: boolean;
}

const ROOTS: ReadonlyMap<string, RootKind> = new Map(
  evidenceRows.flatMap((row) => {
    const { strong = "", weak = "", blank = "" } = row.roots ?? {};
    const named = (list: string, kind: Omit<RootKind, "row">) =>
      (list.match(/\S+/g) ?? []).map((name) => [name.toLowerCase(), { row, ...kind }] as const);
    return [
      ...named(strong, { isStrong: true, isBlank: false }),
      ...named(weak, { isStrong: false, isBlank: false }),
      ...named(blank, { isStrong: false, isBlank: true }),
    ];
  }),
);

/** The roots whose names begin so, by what follows: a lookup for an element makes no text. */
function rootsNamed(start: string, end = ""): ReadonlyMap<string, RootKind> {
  const named = [...ROOTS].filter(([name]) => name.startsWith(start) && name.endsWith(end));
  return new Map(named.map(([name, kind]) => [name.slice(start.length, name.length - end.length), kind]));
}

const TAG_ROOTS = rootsNamed("<", ">");
const ID_ROOTS = rootsNamed("#");
const CLASS_ROOTS = rootsNamed(".");
const ROLE_ROOTS = rootsNamed("[role=", "]");
const ATTRIBUTE_ROOTS = rootsNamed("[", "]");

function rootByAttribute(name: string, value: string): RootKind | undefined {
  if (name === "id") return ID_ROOTS.get(value.toLowerCase());
  return name === "role" ? ROLE_ROOTS.get(value) : ATTRIBUTE_ROOTS.get(name);
}

/** The row that has this element as a root; undefined for an ordinary element. */
export function rootKindOf(element: Element): RootKind | undefined {
  const byTag = TAG_ROOTS.get(element.tagName);
  if (byTag !== undefined) return byTag;
  for (const { name, value } of element.attrs) {
    const found = rootByAttribute(name, value);
    if (found !== undefined) return found;
  }
  if (attribute(element, "class") === undefined) return undefined;
  for (const name of tokens(element, "class")) {
    const found = CLASS_ROOTS.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}
