/** A page, and what shows that scripts draw it: a row of the catalogue, or null where its content is in the HTML. */
export type ScriptPage = readonly [name: string, row: string | null, html: string];

const doc = (body: string, head = "", attributes = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rodas</title>${head}</head><body${attributes}>${body}</body></html>`;
const sentence = (i: number) =>
  `Our workshop number ${i} repairs bicycles with care, and every customer gets a fair price.`;
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, i) => `<p>${sentence(i + 1)}</p>`).join("");
const article = (count = 8) => `<main><h1>Bicycle repairs</h1>${paragraphs(count)}</main>`;
const links = (count: number) =>
  `<nav>${Array.from({ length: count }, (_, i) => `<a href="/s/${i}">Section ${i}</a>`).join(" ")}</nav>`;
const footer =
  "<footer><p>Rodas Lda, Rua das Flores 1, Lisbon. All rights reserved.</p><a href='/imprint'>Imprint</a></footer>";
const module = (src: string) => `<script type="module" crossorigin src="${src}"></script>`;
const deferred = (src: string) => `<script defer src="${src}"></script>`;
const state = (bytes: number) => `<script>window.__STATE__={"items":"${"x".repeat(bytes)}"}</script>`;
const NEED = "You need to enable JavaScript to run this app.";

/** Shells of frameworks and platforms, old and new. */
export const scriptPages: readonly ScriptPage[] = [
  // React
  [
    "Create React App",
    "mount-empty",
    doc(`<noscript>${NEED}</noscript><div id="root"></div>${deferred("/static/js/main.8b2c.js")}`),
  ],
  [
    "Create React App 1, bundle in the body",
    "mount-empty",
    doc(`<noscript>${NEED}</noscript><div id="root"></div><script src="/static/js/main.41c.js"></script>`),
  ],
  ["Vite with React", "mount-empty", doc('<div id="root"></div>', module("/assets/index-DkX1.js"))],
  [
    "React of 2014 from a CDN",
    "react",
    doc(
      '<div id="content"></div><script src="https://fb.me/react-0.13.3.js"></script><script type="text/jsx" src="a.jsx"></script><script>React.render(x, document.getElementById("content"))</script><script src="https://unpkg.com/react-dom@15/dist/react-dom.js"></script>',
    ),
  ],
  [
    "a React root of its own name",
    "react",
    doc(`<div id="react-root"><div class="splash"></div></div>${deferred("/b.js")}`),
  ],
  [
    "React with a header in the HTML",
    "mount-empty",
    doc(`<header><a href="/">Rodas</a></header><div id="root"></div>${footer}${deferred("/main.js")}`),
  ],
  [
    "React with a spinner in the root",
    "mount-empty",
    doc(
      `<div id="root"><div class="spinner"><svg viewBox="0 0 1 1"><circle r="1"/></svg></div></div>${deferred("/main.js")}`,
    ),
  ],
  [
    "React Router in SPA mode",
    "react",
    doc(
      '<p>Loading...</p><script>window.__reactRouterContext = {"isSpaMode":true};</script><script type="module" async>import * as route0 from "/assets/root.js";</script>',
    ),
  ],
  [
    "Remix in SPA mode",
    "react",
    doc(
      `<p>Loading...</p><script>window.__remixContext = {"isSpaMode":true};</script>${module("/assets/entry.client.js")}`,
    ),
  ],
  ["Preact", "react", doc('<div id="app"></div>', module("/assets/preact-1.js"))],
  [
    "Twitter of 2020",
    "react",
    doc(
      `<div id="react-root"></div><noscript><form action="/i/nojs_router">JavaScript is not available. We've detected that JavaScript is disabled in this browser.</form></noscript><script src="https://abs.example/main.js"></script>`,
    ),
  ],
  // Next.js, Gatsby
  [
    "Next.js fallback",
    "nextjs",
    doc(
      '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{},"page":"/p/[id]","isFallback":true}</script><script src="/_next/static/chunks/main.js" defer></script>',
    ),
  ],
  [
    "Next.js with a spinner",
    "nextjs",
    doc(
      '<div id="__next"><div class="loader"><span>Loading…</span></div></div><script src="/_next/static/chunks/main.js"></script>',
    ),
  ],
  [
    "Next.js app router without server rendering",
    "nextjs",
    doc(
      '<template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template><script src="/_next/static/chunks/webpack-1.js" async></script><script>(self.__next_f=self.__next_f||[]).push([0])</script>',
    ),
  ],
  [
    "Next.js that rendered the layout alone",
    "nextjs",
    doc(
      `<div id="__next"><header>${links(5)}</header><main><div class="skeleton"></div></main>${footer}</div><script src="/_next/static/chunks/main.js"></script>`,
    ),
  ],
  [
    "Gatsby without pages",
    "gatsby",
    doc(
      '<noscript>This app works best with JavaScript enabled.</noscript><div id="___gatsby"></div><script src="/app-1.js"></script>',
    ),
  ],
  [
    "Gatsby focus wrapper",
    "gatsby",
    doc(
      '<div id="___gatsby"><div id="gatsby-focus-wrapper" tabindex="-1"></div></div><script src="/webpack-runtime.js"></script>',
    ),
  ],
  // Vue, Nuxt, Quasar
  [
    "Vue CLI",
    "vue",
    doc(
      `<noscript><strong>We're sorry but rodas doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id="app"></div><script src="/js/chunk-vendors.1.js"></script>`,
    ),
  ],
  [
    "Vue 2 in a page, with a template",
    "data-bindings",
    doc(
      '<div id="app" v-cloak><h1>{{ title }}</h1><ul><li v-for="p in prices">{{ p.name }}: {{ p.amount }}</li></ul></div><script src="https://cdn.example/vue@2.6.14/dist/vue.min.js"></script><script>new Vue({el:"#app"})</script>',
    ),
  ],
  ["Quasar", "vue", doc(`<div id="q-app"></div>${deferred("/js/vendor.js")}`)],
  [
    "Vue without a known id",
    "vue",
    doc(
      '<div id="shop"></div><script src="/js/chunk-vendors.8f.js"></script><script src="/js/app.1.js"></script>',
    ),
  ],
  [
    "Vue 3 with Vite in another language",
    "mount-empty",
    doc(
      `<div id="app"></div><noscript>JavaScriptを有効にしてください</noscript>`,
      module("/assets/index-1.js"),
    ),
  ],
  [
    "Nuxt 2 fallback",
    "nuxt",
    doc(
      '<div id="__nuxt"><style>#nuxt-loading{background:white}</style><script>window.addEventListener("error",function(){var e=document.getElementById("nuxt-loading");e&&(e.className+=" error")})</script><div id="nuxt-loading" aria-live="polite" role="status"><div>Loading...</div></div></div><script>window.__NUXT__={config:{_app:{basePath:"/"}}}</script><script src="/_nuxt/1.js"></script>',
    ),
  ],
  [
    "Nuxt 3 without server rendering",
    "nuxt",
    doc(
      '<div id="__nuxt"></div><div id="teleports"></div><script type="application/json" data-nuxt-data="nuxt-app" id="__NUXT_DATA__" data-ssr="false">[{"serverRendered":1},false]</script><script>window.__NUXT__={};window.__NUXT__.config={public:{}}</script>',
      module("/_nuxt/entry.js"),
    ),
  ],
  [
    "Nuxt 3 with its loading template",
    "nuxt",
    doc(
      `<div id="__nuxt"><svg class="nuxt-spa-loading" viewBox="0 0 37 25"><path d="M24"/></svg><style>.nuxt-spa-loading{position:fixed}</style></div>${module("/_nuxt/e.js")}`,
    ),
  ],
  [
    "Nuxt fallback with a text of its own",
    "nuxt",
    doc(`<div id="__nuxt"><p>Un moment, please wait</p><p>Loading</p></div>${module("/_nuxt/e.js")}`),
  ],
  // Angular
  [
    "Angular CLI",
    "angular",
    doc(
      '<app-root></app-root><script src="runtime.js" type="module"></script><script src="polyfills.js" type="module"></script><script src="main.js" type="module"></script>',
    ),
  ],
  [
    "Angular 2 quick start",
    "angular",
    doc(
      "<my-app>Loading AppComponent content here ...</my-app>",
      '<script src="node_modules/zone.js/dist/zone.js"></script><script>System.import("app").catch(console.error)</script>',
    ),
  ],
  [
    "Angular 4 with an app tag",
    "angular",
    doc(
      '<app>Loading...</app><script src="inline.bundle.js"></script><script src="polyfills.bundle.js"></script>',
    ),
  ],
  [
    "Angular with a root of its own name",
    "angular",
    doc(
      '<rodas-shop></rodas-shop><script src="/runtime.1a.js" defer></script><script src="/polyfills.2b.js" defer></script><script src="/main.3c.js" defer></script>',
    ),
  ],
  [
    "Angular with a splash screen and a footer",
    "angular",
    doc(
      `<app-root><div class="app-splash"><img src="logo.svg" alt="Rodas"></div></app-root>${footer}<script src="polyfills-ES.js" type="module"></script>`,
    ),
  ],
  [
    "Angular beside a cookie notice",
    "angular",
    doc(
      `<app-root></app-root><div id="cookies"><p>We use cookies to count visits and to show you what fits. You may change this at any time in the settings of this site.</p><button>Accept</button></div>${module("main-1.js")}`,
    ),
  ],
  [
    "Angular with a notice",
    "angular",
    doc(
      "<app-root></app-root><noscript>Please enable JavaScript to continue using this application.</noscript><script src='main.js'></script>",
    ),
  ],
  // AngularJS
  [
    "AngularJS with ng-view",
    "angularjs",
    doc(
      `<header>${links(12)}</header><div ng-view></div>${footer}<script src="/js/angular.min.js"></script>`,
      "",
      ' ng-app="rodas"',
    ),
  ],
  [
    "AngularJS with ui-router",
    "angularjs",
    doc('<div ui-view=""></div><script src="/bower/angular.js"></script>', "", ' data-ng-app="rodas"'),
  ],
  [
    "AngularJS includes",
    "angularjs",
    doc(`<div ng-include="'/views/main.html'"></div><script src="/a.js"></script>`, "", " ng-app"),
  ],
  [
    "AngularJS bindings with labels",
    "angularjs",
    doc(
      '<div ng-controller="Shop"><h1 ng-bind="title"></h1><label>Price</label> <span>{{price | currency}}</span><div ng-repeat="p in products"><b>{{p.name}}</b> <i>{{p.stock}} left</i></div></div><script src="angular.js"></script>',
      "",
      " ng-app=shop",
    ),
  ],
  [
    "AngularJS 1.0 with ng: names",
    "angularjs",
    doc('<ng:view></ng:view><script src="/angular-1.0.1.js"></script>', "", ' ng:app="rodas"'),
  ],
  [
    "AngularJS started by a script",
    "angularjs",
    doc(
      '<div id="shell"></div><script src="x.js"></script><script>angular.bootstrap(document, ["rodas"])</script>',
    ),
  ],
  [
    "a title that is bound",
    "data-bindings",
    doc('<div class="view"></div><script src="/all.js"></script>', "").replace(
      "<title>Rodas</title>",
      '<title ng-bind="page.title">Rodas</title>',
    ),
  ],
  [
    "a title with an expression",
    "data-bindings",
    doc('<h2>Repairs</h2><div>{{text}}</div><script src="/all.js"></script>').replace(
      "<title>Rodas",
      "<title>{{title}}",
    ),
  ],
  [
    "Knockout",
    "data-bindings",
    doc(
      '<div data-bind="foreach: items"><p data-bind="text: name"></p><b data-bind="text: price"></b></div><script src="knockout-3.5.1.js"></script>',
    ),
  ],
  [
    "Alpine",
    "data-bindings",
    doc(
      '<div x-data="shop()"><template x-for="p in items"><p></p></template><h2 x-text="title"></h2><p x-text="lead"></p><p x-html="text"></p></div><script defer src="alpine.js"></script>',
    ),
  ],
  // Svelte
  [
    "SvelteKit fallback",
    "svelte",
    doc(
      '<div style="display: contents"><script>{__sveltekit_1x={base:""};const element=document.currentScript.parentElement;Promise.all([import("/_app/immutable/entry/start.1.js"),import("/_app/immutable/entry/app.2.js")]).then(([kit,app])=>{kit.start(app,element)})}</script></div>',
      "",
      ' data-sveltekit-preload-data="hover"',
    ),
  ],
  [
    "SvelteKit before 1.0",
    "svelte",
    doc(
      '<div id="svelte"></div><script type="module">import { start } from "/_app/start-1.js"; start({target:document.querySelector("#svelte")})</script>',
    ),
  ],
  ["Svelte template", "svelte", doc("", "<script defer src='/build/bundle.js'></script>")],
  ["Sapper shell", "svelte", doc("<div id='sapper'></div><script>__SAPPER__={baseUrl:''}</script>")],
  ["Svelte with Vite", "mount-empty", doc('<div id="app"></div>', module("/assets/index.js"))],
  // Ember
  [
    "Ember CLI",
    "ember",
    doc(
      '<script src="/assets/vendor-1.js"></script><script src="/assets/rodas-2.js"></script><div id="ember-basic-dropdown-wormhole"></div>',
      '<meta name="rodas/config/environment" content="%7B%22modulePrefix%22%3A%22rodas%22%7D" />',
    ),
  ],
  [
    "Ember 1 with templates in scripts",
    "ember",
    doc(
      '<script type="text/x-handlebars" data-template-name="application"><h1>{{title}}</h1>{{outlet}}</script><script src="js/libs/ember-1.0.0.js"></script>',
    ),
  ],
  [
    "Ember with a comment for FastBoot",
    "ember",
    doc("<!-- EMBER_CLI_FASTBOOT_BODY --><script src='/assets/vendor.js'></script>"),
  ],
  [
    "Discourse for browsers",
    "ember",
    doc(
      `<noscript data-path="/"><h1>Topics</h1>${paragraphs(9)}</noscript><discourse-assets></discourse-assets><section id="main"></section><script src="/assets/vendor.js"></script>`,
      '<meta name="discourse/config/environment" content="%7B%7D">',
    ),
  ],
  [
    "Ember global app",
    "ember",
    doc('<div id="host"></div><script>EmberENV={};App=Ember.Application.create()</script>'),
  ],
  // Blazor
  [
    "Blazor WebAssembly 3",
    "blazor",
    doc(
      '<app>Loading...</app><div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a><a class="dismiss">x</a></div><script src="_framework/blazor.webassembly.js"></script>',
    ),
  ],
  [
    "Blazor WebAssembly 8",
    "blazor",
    doc(
      '<div id="app"><svg class="loading-progress"><circle r="40%"/></svg><div class="loading-progress-text"></div></div><div id="blazor-error-ui">An unhandled error has occurred.<a href="." class="reload">Reload</a><span class="dismiss">🗙</span></div><script src="_framework/blazor.webassembly.js"></script>',
    ),
  ],
  [
    "Blazor Server without prerendering",
    "blazor",
    doc(
      '<!--Blazor:{"type":"server","sequence":0,"descriptor":"CfDJ8"}--><div id="blazor-error-ui">An error has occurred.</div><script src="_framework/blazor.server.js"></script>',
    ),
  ],
  [
    "Blazor Web App in WebAssembly mode",
    "blazor",
    doc(
      '<!--Blazor:{"type":"webassembly","assembly":"Rodas"}--><script src="_framework/blazor.web.js"></script>',
    ),
  ],
  [
    "Blazor in an element of its own name",
    "blazor",
    doc('<div id="shop">Loading...</div><script src="/_framework/blazor.webassembly.js"></script>'),
  ],
  // Blogger
  [
    "Blogger dynamic views",
    "blogger-dynamic-views",
    doc(
      '<div class="content"><div class="header section" id="header"><h1 class="title">Rodas</h1><p class="description">Notes of a workshop</p></div><div class="main section"></div><div class="widget Attribution">Dynamic Views theme. Powered by <a href="https://www.blogger.com">Blogger</a>.</div></div><script>setTimeout(function(){blogger.ui().configure().view();},0);</script>',
      '<script src="//www.blogblog.com/dynamicviews/4224/js/common.js"></script>',
      ' class="variant-magazine"',
    ),
  ],
  [
    "Blogger dynamic views with an archive",
    "blogger-dynamic-views",
    doc(
      `<div class="sidebar"><h2>Blog archive</h2><ul>${Array.from({ length: 60 }, (_, i) => `<li><a href="/${i}">Month ${i} (3)</a></li>`).join("")}</ul></div>`,
      '<script src="https://www.blogblog.com/dynamicviews/1/js/classic.js"></script>',
    ),
  ],
  [
    "a blog drawn from its feed",
    "feed-rendered",
    doc(
      '<header><h1>Rodas</h1></header><div id="posts"></div><script>var url="/feeds/posts/default?alt=json-in-script&callback=show"</script><script src="/feeds/posts/default?alt=json-in-script&callback=show"></script>',
    ),
  ],
  [
    "WordPress without a theme of its own",
    "feed-rendered",
    doc(
      '<header><h2>Rodas</h2></header><div class="list"></div><script>fetch("/wp-json/wp/v2/posts?per_page=10").then(show)</script>',
    ),
  ],
  // GWT, Wix, platforms
  [
    "GWT",
    "gwt",
    doc(
      `<iframe src="javascript:''" id="__gwt_historyFrame" style="position:absolute;width:0;height:0"></iframe><noscript><div>Your web browser must have JavaScript enabled in order for this application to display correctly.</div></noscript>`,
      '<script src="rodas/rodas.nocache.js"></script>',
    ),
  ],
  [
    "GWT with a meta",
    "gwt",
    doc(
      "<div id='stage'></div>",
      "<meta name='gwt:property' content='locale=en'><script src='/shop/shop.nocache.js'></script>",
    ),
  ],
  [
    "Wix of 2016",
    "wix",
    doc(
      '<div id="SITE_CONTAINER"></div><script>var rendererModel={"siteId":"1"}</script><script src="https://static.parastorage.com/services/santa/1/app/main-r.min.js"></script>',
    ),
  ],
  [
    "Wix without a container",
    "wix",
    doc(
      '<div class="host"></div><script src="https://static.parastorage.com/services/wix-public/1/x.js"></script>',
    ),
  ],
  [
    "Polymer",
    "polymer",
    doc(
      '<shop-app unresolved="">SHOP</shop-app><script src="bower_components/webcomponentsjs/webcomponents-loader.js"></script>',
    ),
  ],
  ["a Lit app", "polymer", doc("<rodas-app></rodas-app>", module("/src/rodas-app.js"))],
  ["Ionic", "polymer", doc("<ion-app></ion-app><script src='build/main.js'></script>")],
  ["Flutter", "flutter", doc('<script src="flutter_bootstrap.js" async></script>')],
  [
    "Flutter of 2021",
    "flutter",
    doc(
      '<script>var serviceWorkerVersion=null;var t=document.createElement("script");t.src="main.dart.js"</script><script src="flutter.js"></script>',
    ),
  ],
  [
    "SAPUI5",
    "enterprise-shell",
    doc(
      '<div data-sap-ui-component data-name="rodas"></div>',
      '<script id="sap-ui-bootstrap" src="resources/sap-ui-core.js"></script>',
      ' class="sapUiBody"',
    ),
  ],
  [
    "Ext JS",
    "enterprise-shell",
    doc("", '<script src="ext-all.js"></script><script>Ext.application({name:"Rodas"})</script>'),
  ],
  [
    "Vaadin",
    "enterprise-shell",
    doc(
      '<div id="outlet2"></div><script>window.Vaadin=window.Vaadin||{}</script>',
      module("/VAADIN/build/index.js"),
    ),
  ],
  [
    "Meteor",
    "enterprise-shell",
    doc(
      "",
      '<script>__meteor_runtime_config__ = JSON.parse("%7B%7D")</script><script src="/1.js?meteor_js_resource=true"></script>',
    ),
  ],
  [
    "Salesforce",
    "enterprise-shell",
    doc(
      '<div class="auraMsgBox auraLoadingBox" id="auraLoadingBox"><div class="logo"></div><span>Loading</span></div><div class="auraMsgMask" id="auraErrorMask" style="display:none"><div>Sorry to interrupt</div></div><script src="/s/aura_prod.js"></script>',
    ),
  ],
  [
    "Docsify",
    "enterprise-shell",
    doc(
      '<div id="app">Please wait...</div><script>window.$docsify={}</script><script src="//cdn.example/docsify/lib/docsify.min.js"></script>',
    ),
  ],
  [
    "Swagger UI",
    "enterprise-shell",
    doc('<div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script>'),
  ],
  [
    "Redoc",
    "polymer",
    doc('<redoc spec-url="/openapi.json"></redoc><script src="redoc.standalone.js"></script>'),
  ],
  [
    "Backbone",
    "enterprise-shell",
    doc(
      '<div id="stage"></div><script src="/js/lib.js"></script><script>$(function(){Backbone.history.start()})</script>',
    ),
  ],
  [
    "Elm",
    "enterprise-shell",
    doc(
      '<div id="elm"></div><script src="elm.js"></script><script>Elm.Main.init({node:document.getElementById("elm")})</script>',
    ),
  ],
  // Challenges
  [
    "Cloudflare challenge",
    "bot-challenge",
    doc(
      '<div class="main-wrapper"><div class="main-content"><h1 class="zone-name-title h1">rodas.example</h1><h2 id="challenge-running">Checking if the site connection is secure</h2><noscript><h2>Enable JavaScript and cookies to continue</h2></noscript><div id="challenge-body-text">rodas.example needs to review the security of your connection before proceeding.</div></div></div><script>(function(){window._cf_chl_opt={cvId:"2",cType:"managed"}})()</script>',
    ),
  ],
  [
    "Cloudflare challenge of 2018",
    "bot-challenge",
    doc(
      '<h1><span>Checking your browser before accessing</span> rodas.example.</h1><p>This process is automatic. Your browser will redirect to your requested content shortly.</p><p>Please allow up to 5 seconds…</p><form id="challenge-form" action="/cdn-cgi/l/chk_jschl"><input type="hidden" name="jschl_vc"></form><script>setTimeout(function(){},4000)</script>',
    ),
  ],
  [
    "Imperva",
    "bot-challenge",
    doc(
      '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=1" frameborder=0>Request unsuccessful. Incapsula incident ID: 1</iframe><script>var u="/_Incapsula_Resource?SWJIYLWA=1"</script>',
    ),
  ],
  [
    "DataDome",
    "bot-challenge",
    doc(
      `<p id="cmsg">Please enable JS and disable any ad blocker</p><script data-cfasync="false">var dd={'rt':'c','cid':'A','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script>`,
    ),
  ],
  [
    "AWS WAF",
    "bot-challenge",
    doc(
      '<div id="challenge-container"></div><script>window.awsWafCookieDomainList=[];window.gokuProps={"key":"A"}</script><script src="https://1.token.awswaf.com/1/challenge.js"></script>',
    ),
  ],
  [
    "Akamai",
    "bot-challenge",
    doc(
      '<div id="sec-if-cpt-container" class="crypto"></div><script async src="/_sec/cp_challenge/sec-cpt-4-1.js"></script>',
    ),
  ],
  [
    "HUMAN",
    "bot-challenge",
    doc(
      "<h1>Access to this page has been denied</h1><div id='px-captcha'></div><script>window._pxAppId='PX1'</script><script src='https://client.px-cloud.net/PX1/main.min.js'></script>",
    ),
  ],
  [
    "testcookie",
    "bot-challenge",
    doc(
      '<script src="/aes.min.js"></script><script>function toNumbers(d){}document.cookie="__test="+slowAES.decrypt(c,2,a,b);location.href="/?i=1"</script><noscript>This site requires Javascript to work</noscript>',
    ),
  ],
  [
    "Sucuri",
    "bot-challenge",
    doc(
      '<noscript>Javascript is required. Please enable javascript before you are allowed to see this page.</noscript><script>var s={},u,c,U,r,i,l=0,a,e=eval;sucuri_cloudproxy_js=""</script>',
    ).replace("<title>Rodas", "<title>You are being redirected..."),
  ],
  [
    "Kasada",
    "bot-challenge",
    doc('<script>window.KPSDK={};KPSDK.now=1</script><script src="/149e9513/ips.js"></script>'),
  ],
  [
    "F5",
    "bot-challenge",
    doc(
      "<noscript>Please enable JavaScript to view the page content.</noscript>",
      '<script src="/TSPD/08a?type=10"></script><script>window["bobcmn"]="1"</script>',
    ),
  ],
  [
    "Anubis",
    "bot-challenge",
    doc(
      '<h1>Making sure you are not a bot!</h1><p id="status">Loading...</p><p>You are seeing this because the administrator of this website has set up Anubis.</p><script async type="module" src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script>',
    ),
  ],
  // Without a known framework
  [
    "an empty main element",
    "content-empty",
    doc(`<header>${links(9)}</header><main></main>${footer}<script src="/bundle.js"></script>`),
  ],
  [
    "an empty content area in a page of boxes",
    "content-empty",
    doc(
      `${links(9)}<div id="content"><div class="row"></div></div>${footer}<script src="/js/all.js"></script>`,
    ),
  ],
  [
    "redirect by script",
    "script-redirect",
    doc('<script>window.location.href = "/home?lang=" + navigator.language</script>'),
  ],
  [
    "cookie and reload",
    "script-redirect",
    doc('<script>document.cookie="seen=1";location.reload()</script>'),
  ],
  ["a body of a script", "body-empty", doc("<script src='/a.js'></script>")],
  [
    "text written by a script",
    "body-empty",
    doc("<script>document.write(unescape('%3Ch1%3EA%3C/h1%3E'))</script>"),
  ],
  [
    "a notice in Russian",
    "noscript-notice",
    doc(
      "<div class=page></div><div>Rodas shop</div><noscript>Для работы сайта необходимо включить JavaScript</noscript><img src=a.png><img src=b.png><script src='/a.js'></script>",
    ),
  ],
  [
    "a notice in Chinese",
    "noscript-notice",
    doc(
      '<div id="x-stage"></div><img src=a.png><img src=b.png><noscript>请启用JavaScript以继续使用本应用</noscript><script src="/a.js"></script>',
    ),
  ],
  [
    "a visible notice",
    "noscript-notice",
    doc(
      '<p id="warn">Diese Seite benötigt JavaScript. Bitte aktivieren Sie es.</p><img src=a.png><img src=b.png><script src="/a.js"></script>',
    ),
  ],
  [
    "a refresh in noscript",
    "noscript-notice",
    doc(
      '<noscript><meta http-equiv="refresh" content="0;url=/nojs"></noscript><img src=a.png><img src=b.png><script src="/a.js"></script>',
    ),
  ],
  [
    "a loading screen in French",
    "loading-screen",
    doc(
      '<div class="wait">Chargement en cours…</div><img src="logo.png" alt="Rodas"><img src="b.png" alt="x"><script src="/a.js"></script>',
    ),
  ],
  [
    "a loader without words",
    "loading-screen",
    doc(
      '<div id="preloader"><span></span></div><img src="logo.png" alt="Rodas"><script src="/a.js"></script>',
    ),
  ],
  [
    "state and hardly any text",
    "script-weight",
    doc(`<header>${links(12)}</header><div class="host"></div>${state(20_000)}`),
  ],
];

/** Pages that have their content in the HTML, whatever they are made with. */
export const nearMisses: readonly ScriptPage[] = [
  [
    "React 15 from a server",
    null,
    doc(
      `<div id="root"><div data-reactroot="" data-reactid="1">${article()}</div></div>${deferred("/b.js")}`,
    ),
  ],
  [
    "React 18 streamed",
    null,
    doc(
      `<div id="root"><!--$?--><template id="B:0"></template><p>Loading…</p><!--/$--></div><div hidden id="S:0">${article()}</div><script>$RC=function(){};$RC("B:0","S:0")</script>`,
    ),
  ],
  [
    "React root for a widget beside an article",
    null,
    doc(`${article()}<div id="root"></div>${deferred("/comments.js")}`),
  ],
  [
    "React, a short page from a server",
    null,
    doc(`<div id="root"><h1>Contact</h1><p>Call us on 21 000 000.</p></div>${deferred("/b.js")}`),
  ],
  [
    "Remix from a server",
    null,
    doc(`${article()}<script>window.__remixContext={"state":{}}</script>${module("/build/entry.client.js")}`),
  ],
  [
    "Next.js pages router",
    null,
    doc(
      `<div id="__next">${article()}</div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"data":"${"x".repeat(20_000)}"}}}</script><script src="/_next/static/chunks/main.js" defer></script>`,
    ),
  ],
  [
    "Next.js app router",
    null,
    doc(
      `${links(6)}${article()}<script src="/_next/static/chunks/app.js" async></script><script>self.__next_f.push([1,"${"y".repeat(9_000)}"])</script>`,
    ),
  ],
  [
    "Next.js login page",
    null,
    doc(
      '<div id="__next"><form><label>Email <input name=email></label><label>Password <input type=password></label><button>Sign in</button></form></div><script src="/_next/static/chunks/main.js"></script>',
    ),
  ],
  [
    "Next.js, one heading and a sentence",
    null,
    doc(
      '<div id="__next"><main><h1>Soon</h1><p>We open in May.</p></main></div><script src="/_next/static/chunks/main.js"></script>',
    ),
  ],
  [
    "Gatsby",
    null,
    doc(
      `<div id="___gatsby"><div id="gatsby-focus-wrapper">${article()}</div></div><script src="/app.js"></script>`,
    ),
  ],
  [
    "Vue from a server",
    null,
    doc(
      `<div id="app" data-server-rendered="true">${article()}</div><script>window.__INITIAL_STATE__={}</script><script src="/js/chunk-vendors.js"></script>`,
    ),
  ],
  [
    "Vue as an enhancement",
    null,
    doc(
      `${article()}<div id="calculator"><input v-model="n"> {{ total }}</div><script src="vue.js"></script>`,
    ),
  ],
  [
    "VitePress",
    null,
    doc(`<div id="app"><div class="Layout">${article()}</div></div>${module("/assets/app.js")}`),
  ],
  [
    "Nuxt 2 from a server",
    null,
    doc(
      `<div data-server-rendered="true" id="__nuxt"><div id="__layout">${article()}</div></div><script>window.__NUXT__=(function(a){return{}})(1)</script><script src="/_nuxt/1.js" defer></script>`,
    ),
  ],
  [
    "Nuxt 3 from a server",
    null,
    doc(
      `<div id="__nuxt">${article()}</div><script type="application/json" id="__NUXT_DATA__" data-ssr="true">[{"state":1}]</script>${module("/_nuxt/entry.js")}`,
    ),
  ],
  [
    "Angular Universal",
    null,
    doc(
      `<app-root ng-version="17.0.0" ng-server-context="ssr"><router-outlet></router-outlet>${article()}</app-root><script src="polyfills.js" type="module"></script>`,
    ),
  ],
  [
    "Angular prerendered, short",
    null,
    doc(
      '<app-root ng-version="12.0.0" _nghost-sc1><h1>Prices</h1><p>Repairs start at ten euros.</p></app-root><script src="polyfills.js"></script>',
    ),
  ],
  [
    "AngularJS as an enhancement",
    null,
    doc(
      `${article()}<div ng-controller="Cart">{{ count }} items in your cart</div><script src="angular.js"></script>`,
      "",
      " ng-app",
    ),
  ],
  [
    "an article about AngularJS",
    null,
    doc(
      `<article><h1>Expressions</h1>${paragraphs(3)}<pre>{{ user.name }} {{ user.age }} {{ a }} {{ b }}</pre>${paragraphs(3)}</article><script src="/analytics.js"></script>`,
    ),
  ],
  [
    "an article with braces in a sentence",
    null,
    doc(
      `<h1>Templates</h1>${paragraphs(6)}<p>Write <code>{{ name }}</code> and {{ price }} where the values belong.</p><script src="/a.js"></script>`,
    ),
  ],
  [
    "AngularJS with an empty include",
    null,
    doc(
      `${article()}<div ng-include="'/footer.html'"></div><script src="angular.js"></script>`,
      "",
      " ng-app",
    ),
  ],
  [
    "SvelteKit from a server",
    null,
    doc(
      `<div style="display: contents">${article()}<script>{__sveltekit_1={base:""};Promise.all([import("/_app/immutable/entry/start.js")])}</script></div>`,
      "",
      ' data-sveltekit-preload-data="hover"',
    ),
  ],
  [
    "SvelteKit prerendered, short",
    null,
    doc(
      '<div style="display: contents"><h1>Hello</h1><p>Visit the workshop in Lisbon today.</p><script>{__sveltekit_1={}}</script></div>',
    ),
  ],
  [
    "Ember with FastBoot",
    null,
    doc(
      `<script type="x/boundary" id="fastboot-body-start"></script><div class="ember-view">${article()}</div><script type="x/boundary" id="fastboot-body-end"></script><script src="/assets/vendor.js"></script>`,
      '<meta name="rodas/config/environment" content="%7B%7D">',
    ),
  ],
  [
    "Blazor prerendered",
    null,
    doc(
      `<!--Blazor:{"type":"server","prerenderId":"1"}-->${article()}<!--Blazor:{"prerenderId":"1"}--><div id="blazor-error-ui">An unhandled error has occurred.</div><script src="_framework/blazor.web.js"></script>`,
    ),
  ],
  [
    "Blazor static server rendering, short",
    null,
    doc(
      '<h1>Hello, world!</h1><p>Welcome to your new app.</p><script src="_framework/blazor.web.js"></script>',
    ),
  ],
  [
    "Blogger with an ordinary theme",
    null,
    doc(
      `<div class="post-outer"><h3 class="post-title">Chains</h3><div class="post-body entry-content">${paragraphs(7)}</div></div><script src="https://www.blogger.com/static/v1/widgets/1-widgets.js"></script>`,
    ),
  ],
  [
    "a blog with recent posts by feed",
    null,
    doc(`${article()}<script src="/feeds/posts/default?alt=json-in-script&callback=recent"></script>`),
  ],
  [
    "Wix from a server",
    null,
    doc(
      `<div id="SITE_CONTAINER"><div id="main_MF">${article()}</div></div><script src="https://static.parastorage.com/services/wix-thunderbolt/1/x.js"></script>`,
    ),
  ],
  [
    "GWT in a page with text",
    null,
    doc(`${article()}<div id="widget"></div><script src="/calc/calc.nocache.js"></script>`),
  ],
  [
    "Lit with a declared shadow root",
    null,
    doc(
      `<rodas-app><template shadowrootmode="open"><h1>Repairs</h1><p>We repair bicycles of every make in Lisbon, in a day.</p></template></rodas-app>${module("/app.js")}`,
    ),
  ],
  ["web components beside text", null, doc(`<cookie-banner></cookie-banner>${article()}${module("/c.js")}`)],
  [
    "Cloudflare's script on an ordinary page",
    null,
    doc(
      `${article()}<script>(function(){var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'})()</script>`,
    ),
  ],
  [
    "Imperva's script on an ordinary page",
    null,
    doc(`${article(20)}<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>`),
  ],
  [
    "a static page with analytics",
    null,
    doc(
      "<h1>Rodas</h1><p>Bicycle repairs in Lisbon.</p><script async src='https://www.googletagmanager.com/gtag/js?id=G-1'></script><script>window.dataLayer=[]</script>",
    ),
  ],
  [
    "a static page with much script",
    null,
    doc(`<h1>Rodas</h1><p>Bicycle repairs in Lisbon, open from nine to six.</p>${state(60_000)}`),
  ],
  [
    "a gallery",
    null,
    doc(
      `<img src="a.jpg" alt="A wheel"><img src="b.jpg" alt="A chain"><script>${"var a=1;".repeat(2_000)}</script>`,
    ),
  ],
  [
    "a login page",
    null,
    doc(
      "<form><label>User <input name=u></label><label>Password <input type=password></label><button>Log in</button></form><script src='/login.js'></script>",
    ),
  ],
  [
    "a search page",
    null,
    doc(
      "<img src=logo.png alt=Rodas><form><input name=q><input type=submit value=Search></form><script src='/s.js'></script>",
    ),
  ],
  [
    "a notice about comments",
    null,
    doc(
      "<h1>Chains</h1><p>Oil them.</p><div id=disqus_thread></div><noscript>Please enable JavaScript to view the comments powered by Disqus.</noscript><script src='//d.example/embed.js'></script>",
    ),
  ],
  [
    "a notice about the site on a page with text",
    null,
    doc(
      `<noscript>This site works best with JavaScript enabled.</noscript>${article()}<script src='/a.js'></script>`,
    ),
  ],
  [
    "a tag manager in noscript",
    null,
    doc(
      `<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-1" height=0></iframe></noscript><h1>Contact</h1><p>Rua das Flores 1, Lisbon</p><script src='/a.js'></script>`,
    ),
  ],
  [
    "a main element with a picture",
    null,
    doc(
      `<header>${links(9)}</header><main><img src="a.jpg" alt="A wheel"></main>${footer}<script src="/a.js"></script>`,
    ),
  ],
  [
    "an empty content area beside an article",
    null,
    doc(`${article()}<div id="content"></div><script src="/a.js"></script>`),
  ],
  [
    "a video page",
    null,
    doc("<iframe src='https://player.example/1'></iframe><script src='/a.js'></script>"),
  ],
  [
    "links alone",
    null,
    doc(
      `<ul>${Array.from({ length: 12 }, (_, i) => `<li><a href="/${i}">Page ${i}</a></li>`).join("")}</ul><script src="/a.js"></script>`,
    ),
  ],
  [
    "a preloader over an article",
    null,
    doc(`<div id="preloader">Loading…</div>${article()}<script src='/a.js'></script>`),
  ],
  [
    "an article in an element that is loading",
    null,
    doc(`<div class="page loading">${article()}</div><script src='/a.js'></script>`),
  ],
  [
    "hidden until styles are there",
    null,
    doc(`<div id="page" style="display:none">${article(10)}</div><script>page.style.display=""</script>`),
  ],
  ["a redirect script in an article", null, doc(`${article()}<script>if(x)location.href="/m"</script>`)],
  ["no script at all", null, doc('<div id="root"></div>')],
  [
    "data is no script",
    null,
    doc('<div id="app"></div><script type="application/ld+json">{"@type":"WebSite"}</script>'),
  ],
  ["an empty page without scripts", null, doc("")],
  [
    "Turbo and Stimulus",
    null,
    doc(
      `<div data-controller="cart">${article()}</div><script src="/assets/turbo.js" type="module"></script>`,
    ),
  ],
  [
    "Shopify",
    null,
    doc(
      `<main id="MainContent">${article()}</main><script src="//cdn.example/s/files/theme.js" defer></script>${state(9_000)}`,
    ),
  ],
  [
    "htmx",
    null,
    doc(`${article()}<div hx-get="/more" hx-trigger="load"></div><script src="htmx.min.js"></script>`),
  ],
  [
    "Astro with islands",
    null,
    doc(`${article()}<astro-island client="load" ssr=""></astro-island><script>(()=>{})()</script>`),
  ],
  [
    "Qwik",
    null,
    doc(`<div q:container="paused">${article()}</div><script type="qwik/json">{}</script><script>1</script>`),
  ],
  [
    "Docusaurus",
    null,
    doc(`<div id="__docusaurus">${links(3)}${article()}</div>${deferred("/assets/js/main.js")}`),
  ],
  ["soon open", null, doc("<h1>Coming soon</h1><p>We open in May.</p><script src='/a.js'></script>")],
  [
    "not found",
    null,
    doc("<h1>404</h1><p>Page not found. <a href='/'>Go home</a></p><script src='/a.js'></script>"),
  ],
  [
    "three languages to choose",
    null,
    doc(
      "<a href='/en'>English</a> <a href='/de'>Deutsch</a> <a href='/fr'>Français</a><script src='/a.js'></script>",
    ),
  ],
  [
    "a heading about loading",
    null,
    doc(
      "<h1>Loading docks</h1><p>Loading docks of the harbor were rebuilt in 1921.</p><script src='/a.js'></script>",
    ),
  ],
  [
    "a short page in Japanese",
    null,
    doc("<h1>港のお知らせ</h1><p>本日は休業いたします。</p><script src='/a.js'></script>"),
  ],
  [
    "a contact form with a captcha",
    null,
    doc(
      "<h1>Contact</h1><p>I am not a robot</p><form><input name=a><textarea></textarea><button>Send</button></form><script src='https://www.google.com/recaptcha/api.js'></script>",
    ),
  ],
  [
    "text in boxes alone",
    null,
    doc(
      "<div id='root'><div><div>Our harbor has forty berths for guests and a crane that lifts ten tons.</div></div></div><script src='/main.js'></script>",
    ),
  ],
  [
    "GWT beside a heading and a paragraph",
    null,
    doc(
      "<h1>Tide calculator</h1><p>Choose a day, and the table below shows high and low water at the quay.</p><div id='calc'></div><script src='calc/calc.nocache.js'></script>",
    ),
  ],
  [
    "a table alone",
    null,
    doc(
      "<table><tr><th>Berth<th>Depth<tr><td>A1<td>4 m<tr><td>A2<td>5 m</table><script src='/a.js'></script>",
    ),
  ],
  [
    "text in a drawing",
    null,
    doc(
      "<svg><text x=0 y=0>Tide table of the harbor with all high waters of June</text></svg><script src='/a.js'></script>",
    ),
  ],
  [
    "an article about challenges",
    null,
    doc(
      `<article><h1>Checking your browser</h1>${"<p>Sites show this text while they check whether you are a human being or a robot, which takes a while.</p>".repeat(8)}</article><script src='/a.js'></script>`,
    ),
  ],
  [
    "a page after a security check",
    null,
    doc(
      "<h1>Security check passed</h1><p>Your berth is reserved. We sent the papers to your email address.</p><ul><li><a href='/'>Home</a></li><li><a href='/b'>All berths</a></li><li><a href='/c'>Contact the office</a></li></ul><script src='/a.js'></script>",
    ),
  ],
  [
    "a poem",
    null,
    doc(
      "<center>Boats come<br>boats go<br>the quay stays<br>and so do we</center><script src='/a.js'></script>",
    ),
  ],
  [
    "a game with a sentence",
    null,
    doc(`<h1>Snake</h1><p>Use the arrow keys.</p><canvas></canvas><script>${"x=1;".repeat(5_000)}</script>`),
  ],
  [
    "Blazor from a server, a counter",
    null,
    doc(
      "<main><article><h1>Counter</h1><p role='status'>Current count: 0</p><button>Click me</button></article></main><script src='_framework/blazor.web.js'></script>",
    ),
  ],
  [
    "Nuxt from a server, two sentences",
    null,
    doc(
      "<div id='__nuxt'><h1>Thanks</h1><p>We got your message.</p></div><script src='/_nuxt/e.js'></script>",
    ),
  ],
  [
    "Wix from a server, two sentences",
    null,
    doc(
      "<div id='SITE_CONTAINER'><main><h2>Welcome aboard</h2><p>Call us on 21 000 000.</p></main></div><script src='https://static.parastorage.com/services/wix-thunderbolt/a.js'></script>",
    ),
  ],
  [
    "links of one person",
    null,
    doc(
      "<img src='a.jpg' alt='Me'><h1>@harbor</h1><a href='https://x.example/1'>Shop</a><a href='https://x.example/2'>Map</a><script src='/_next/static/chunks/main.js'></script>",
    ),
  ],
];
