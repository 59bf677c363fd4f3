/** A page that scripts draw, as a framework's own tools write it. */
export interface ShellPage {
  readonly name: string;
  readonly html: string;
}

/** A framework or platform: the rows of the catalogue that may name it, and pages as its versions and plugins send them. */
export interface FrameworkShells {
  readonly framework: string;
  readonly rows: readonly string[];
  readonly pages: readonly ShellPage[];
}

interface Parts {
  readonly head?: string;
  readonly html?: string;
  readonly body?: string;
  readonly title?: string;
}

/** A document with what production pages have besides: icons, analytics, a tag manager and a cookie script. */
function shell(content: string, { head = "", html = ' lang="en"', body = "", title = "Harbor" }: Parts = {}) {
  return `<!DOCTYPE html>
<html${html}>
<head>
  <meta charset="utf-8">
  <title>${title}</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="description" content="Boats, berths and tide tables for the harbor and its guests.">
  <link rel="icon" type="image/x-icon" href="favicon.ico">
  <script async src="https://www.googletagmanager.com/gtag/js?id=G-AAAA"></script>
  <script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments);} gtag("js", new Date());</script>
  ${head}
</head>
<body${body}>
${content}
</body>
</html>`;
}

const module = (...sources: readonly string[]) =>
  sources.map((src) => `<script src="${src}" type="module"></script>`).join("");
const script = (...sources: readonly string[]) =>
  sources.map((src) => `<script src="${src}"></script>`).join("\n");
const code = (text: string) => `<script>${text}</script>`;
const COOKIES =
  '<div class="cookie-bar" role="dialog"><p>This site stores cookies to count visitors and to remember your language. Read about it in our privacy policy, where you can also change your choice later.</p><button>Allow all</button><button>Only necessary</button></div>';
const FOOTER =
  '<footer class="site"><ul><li><a href="/about">About</a></li><li><a href="/terms">Terms</a></li><li><a href="/privacy">Privacy</a></li></ul><p>© Harbor Office, Quay 4. All rights reserved.</p></footer>';
const HEADER =
  '<header><a class="brand" href="/"><img src="/logo.svg" alt="Harbor"></a><nav><a href="/berths">Berths</a><a href="/tides">Tides</a><a href="/boats">Boats</a><a href="/contact">Contact</a></nav></header>';

export const frameworkShells: readonly FrameworkShells[] = [
  {
    framework: "Angular",
    rows: ["angular", "body-empty"],
    pages: [
      {
        name: "CLI of version 17 with the application builder",
        html: shell(`<app-root></app-root>${module("polyfills-RT5I6R6G.js", "main-EQKG2JPF.js")}`, {
          head: '<base href="/"><link rel="modulepreload" href="chunk-2LJ.js"><link rel="stylesheet" href="styles-5INURTSO.css" media="print" onload="this.media=\'all\'"><noscript><link rel="stylesheet" href="styles-5INURTSO.css"></noscript>',
        }),
      },
      {
        name: "service worker and Material",
        html: shell(
          '<app-root></app-root><noscript>Please enable JavaScript to continue using this application.</noscript><script src="runtime.33.js" type="module"></script><script src="main.9.js" type="module"></script>',
          {
            body: ' class="mat-typography"',
            head: '<base href="/"><link rel="manifest" href="manifest.webmanifest">',
          },
        ),
      },
      {
        name: "version 8 with differential loading",
        html: shell(
          '<app-root></app-root><script src="runtime-es2015.1.js" type="module"></script><script src="runtime-es5.1.js" nomodule defer></script><script src="polyfills-es5.1.js" nomodule defer></script><script src="main-es2015.1.js" type="module"></script>',
        ),
      },
      {
        name: "a root of its own and only a main script",
        html: shell(`<harbor-portal></harbor-portal>${module("main.f3c1.js")}`, { head: '<base href="/">' }),
      },
      {
        name: "a spinner in CSS inside of the root",
        html: shell(
          `<app-root><div class="lds-ring"><div></div><div></div><div></div><div></div></div></app-root>${module("main.js")}`,
        ),
      },
      {
        name: "a logo and a sentence in the root",
        html: shell(
          `<app-root><div class="boot"><img src="/logo.svg" alt="Harbor" width="120"><p>Your harbor is loading…</p></div></app-root>${module("polyfills.js", "main.js")}`,
        ),
      },
      {
        name: "SystemJS of the release candidates",
        html: shell("<harbor-app>Loading...</harbor-app>", {
          head: `${script("node_modules/core-js/client/shim.min.js", "node_modules/zone.js/dist/zone.js", "node_modules/systemjs/dist/system.src.js", "systemjs.config.js")}${code("System.import('main.js').catch(function(err){ console.error(err); });")}`,
        }),
      },
      {
        name: "single-spa with import maps",
        html: shell(
          `<template id="single-spa-layout"><single-spa-router><application name="@harbor/nav"></application></single-spa-router></template>${code("System.import('@harbor/root-config');")}<import-map-overrides-full show-when-local-storage="devtools" dev-libs></import-map-overrides-full>`,
          { head: '<script type="systemjs-importmap">{"imports":{}}</script>' },
        ),
      },
      {
        name: "a header and a footer in the host page",
        html: shell(`${HEADER}<app-root></app-root>${FOOTER}${module("polyfills.1.js", "main.2.js")}`),
      },
      {
        name: "Ionic with Angular",
        html: shell(
          '<app-root></app-root><script src="runtime.1.js" type="module"></script><script src="polyfills.1.js" type="module"></script>',
          {
            head: '<meta name="color-scheme" content="light dark"><meta name="format-detection" content="telephone=no">',
          },
        ),
      },
    ],
  },
  {
    framework: "AngularJS",
    rows: ["angularjs", "data-bindings"],
    pages: [
      {
        name: "a whole layout with ng-view",
        html: shell(
          `${HEADER}<div class="container"><div ng-view class="view-frame"></div></div>${FOOTER}${script("bower_components/angular/angular.js", "bower_components/angular-route/angular-route.js", "scripts/app.js")}`,
          { html: ' lang="en" ng-app="harborApp"' },
        ),
      },
      {
        name: "ui-view with named views",
        html: shell(
          `<div ui-view="header"></div><div ui-view="content" autoscroll="false"></div><div ui-view="footer"></div>${script("/lib/angular.min.js", "/lib/angular-ui-router.min.js")}`,
          { body: ' ng-app="harbor"' },
        ),
      },
      {
        name: "templates in scripts",
        html: shell(
          `<div ng-view></div><script type="text/ng-template" id="home.html"><h1>{{boat.name}}</h1><p>The tide tables of the harbor, day by day, with the depth at each berth.</p></script>${script("angular.js")}`,
          { html: " ng-app='harbor'" },
        ),
      },
      {
        name: "a list that repeats, with labels in the HTML",
        html: shell(
          `<div class="container" ng-controller="BerthsCtrl as vm"><h1>{{vm.heading}}</h1><table class="table"><thead><tr><th>Berth</th><th>Depth</th><th>Free from</th></tr></thead><tbody><tr ng-repeat="b in vm.berths"><td>{{b.name}}</td><td>{{b.depth}} m</td><td>{{b.from | date}}</td></tr></tbody></table></div>${script("//ajax.googleapis.com/ajax/libs/angularjs/1.8.2/angular.min.js")}`,
          { html: ' ng-app="harbor"' },
        ),
      },
      {
        name: "ng-cloak and ng-if",
        html: shell(
          `<main ng-controller="Main" ng-cloak><section ng-if="ready"><h2 ng-bind="tide.title"></h2><p ng-bind-html="tide.text"></p></section><div ng-show="!ready">Please wait</div></main>${script("/js/vendor.js")}`,
          { body: ' data-ng-app="tides"' },
        ),
      },
      {
        name: "a component of 1.5 as root",
        html: shell(`<harbor-app></harbor-app>${script("/dist/angular.js", "/dist/app.js")}`, {
          html: ' ng-app="harbor" ng-strict-di',
        }),
      },
      {
        name: "a menu by ng-repeat and a title with an expression",
        html: shell(
          `<ul class="nav"><li ng-repeat="item in menu"><a ng-href="{{item.url}}">{{item.label}}</a></li></ul><div ng-include="page.template"></div>${script("app.js")}`,
          { html: ' ng-app="site" ng-controller="SiteCtrl"', title: "{{ page.title }} | Harbor" },
        ),
      },
      {
        name: "bootstrapped by RequireJS",
        html: shell(`<div data-ng-view=""></div><script data-main="js/main" src="js/require.js"></script>`),
      },
      {
        name: "Material for AngularJS",
        html: shell(
          `<md-toolbar><h2 class="md-toolbar-tools"><span>{{ctrl.title}}</span></h2></md-toolbar><md-content flex><md-card ng-repeat="tide in ctrl.tides"><md-card-title>{{tide.at}}</md-card-title></md-card></md-content>${script("angular.js", "angular-material.js")}`,
          { body: ' ng-app="harbor" ng-controller="AppCtrl as ctrl" layout="column"' },
        ),
      },
      {
        name: "square brackets as delimiters, beside Django",
        html: shell(
          `<div ng-controller="ListCtrl"><h1>[[ title ]]</h1><p ng-repeat="row in rows">[[ row.name ]] [[ row.value ]]</p></div>${script("/static/angular.js")}`,
          { body: ' ng-app="app"' },
        ),
      },
    ],
  },
  {
    framework: "Ember",
    rows: ["ember"],
    pages: [
      {
        name: "CLI of version 3 with end tags of the addons",
        html: shell(
          `${script("/assets/vendor-1f.js", "/assets/harbor-2e.js")}<div id="ember-bootstrap-wormhole"></div>`,
          {
            head: '<meta name="harbor/config/environment" content="%7B%22modulePrefix%22%3A%22harbor%22%2C%22rootURL%22%3A%22/%22%7D"><link integrity="" rel="stylesheet" href="/assets/vendor.css">',
          },
        ),
      },
      {
        name: "Embroider",
        html: shell(`${script("/assets/chunk.143.js", "/assets/chunk.524.js")}`, {
          head: '<meta name="tide-tables/config/environment" content="%7B%7D">',
        }),
      },
      {
        name: "Embroider with Vite",
        html: shell(`<script src="/@embroider/virtual/vendor.js"></script>${module("/assets/main-B7.js")}`, {
          head: '<link href="/@embroider/virtual/vendor.css" rel="stylesheet"><meta name="x/config/environment" content="%7B%22EmberENV%22%3A%7B%7D%7D">',
        }),
      },
      {
        name: "a loading screen before the application",
        html: shell(
          `<div class="ember-load-indicator"><p>Setting sail…</p></div>${script("/assets/vendor.js", "/assets/app.js")}`,
          { head: '<meta name="app/config/environment" content="%7B%7D">' },
        ),
      },
      {
        name: "a root element of its own",
        html: shell(`<div id="ember-app-root"></div>${script("/assets/vendor.js")}`, {
          head: '<meta name="harbor/config/environment" content="%7B%22APP%22%3A%7B%22rootElement%22%3A%22%23ember-app-root%22%7D%7D">',
        }),
      },
      {
        name: "FastBoot that is switched off",
        html: shell(
          `<!-- EMBER_CLI_FASTBOOT_TITLE --><!-- EMBER_CLI_FASTBOOT_BODY -->${script("/assets/vendor.js", "/assets/shop.js")}`,
        ),
      },
      {
        name: "the starter kit of version 1",
        html: shell(
          `<script type="text/x-handlebars"><h2>Welcome to the harbor</h2>{{outlet}}</script><script type="text/x-handlebars" data-template-name="index"><ul>{{#each item in model}}<li>{{item}}</li>{{/each}}</ul></script>${script("js/libs/jquery-1.10.2.js", "js/libs/handlebars-1.1.2.js", "js/libs/ember-1.3.0.js", "js/app.js")}`,
        ),
      },
      {
        name: "Ghost's admin",
        html: shell(`${script("assets/vendor.js", "assets/ghost.js")}`, {
          head: '<meta name="ghost-admin/config/environment" content="%7B%7D">',
          body: ' class="ember-application"',
        }),
      },
      {
        name: "a header in the host page",
        html: shell(`${HEADER}<div id="ember-root"></div>${FOOTER}${script("/assets/vendor.js")}`, {
          head: '<meta name="harbor/config/environment" content="%7B%7D">',
        }),
      },
      {
        name: "a notice for visitors without scripts",
        html: shell(
          `<noscript><h1>JavaScript is required</h1><p>The harbor map runs in your browser. Turn JavaScript on to use it.</p></noscript>${script("/assets/vendor.js", "/assets/map.js")}`,
          { head: '<meta name="map/config/environment" content="%7B%7D">' },
        ),
      },
    ],
  },
  {
    framework: "Nuxt",
    rows: ["nuxt"],
    pages: [
      {
        name: "version 3, 200.html",
        html: shell(
          '<div id="__nuxt"></div><div id="teleports"></div><script type="application/json" data-nuxt-logs="nuxt-app">[[]]</script><script type="application/json" data-nuxt-data="nuxt-app" data-ssr="false" id="__NUXT_DATA__">[{"prerenderedAt":1,"serverRendered":2},1,false]</script>',
          {
            head: '<link rel="modulepreload" as="script" crossorigin href="/_nuxt/DN7.js"><script type="module" src="/_nuxt/DN7.js" crossorigin></script>',
          },
        ),
      },
      {
        name: "version 2, the loading indicator of the program",
        html: shell(
          '<div id="__nuxt"><style>#nuxt-loading {background: white; visibility: hidden; opacity: 0; position: absolute}#nuxt-loading>div,#nuxt-loading>div:after {border-radius: 50%}</style><script>window.addEventListener("error", function () { var e = document.getElementById("nuxt-loading"); if (e) { e.className += " error"; } });</script><div id="nuxt-loading" aria-live="polite" role="status"><div>Loading...</div></div></div><script>window.__NUXT__={config:{_app:{basePath:"/",assetsPath:"/_nuxt/",cdnURL:null}}}</script><script src="/_nuxt/5f.js"></script>',
        ),
      },
      {
        name: "a mount of another name",
        html: shell(
          '<div id="__harbor"></div><script>window.__NUXT__={};window.__NUXT__.config={public:{},app:{baseURL:"/",buildAssetsDir:"/_nuxt/"}}</script>',
          { head: '<script type="module" src="/_nuxt/entry.1.js" crossorigin></script>' },
        ),
      },
      {
        name: "a layout without its page",
        html: shell(
          `<div id="__nuxt"><div id="__layout"><div>${HEADER}<main></main>${FOOTER}</div></div></div><script src="/_nuxt/1.js" defer></script>`,
        ),
      },
      {
        name: "client-only content",
        html: shell(
          `<div id="__nuxt"><div class="nuxt-loading-indicator" style="position:fixed"></div><div>${HEADER}<span></span></div></div>${module("/_nuxt/entry.js")}`,
        ),
      },
      {
        name: "files on another host",
        html: shell(
          `<div id="__nuxt"></div>${script("https://cdn.harbor.example/_nuxt/a1.js", "https://cdn.harbor.example/_nuxt/b2.js")}`,
        ),
      },
      {
        name: "a splash with a logo",
        html: shell(
          `<div id="__nuxt"><div class="splash"><img src="/icon.svg" alt="Harbor"><h1>Harbor</h1></div></div>${module("/_nuxt/e.js")}`,
        ),
      },
      {
        name: "a cookie notice from the tag manager",
        html: shell(`<div id="__nuxt"></div>${COOKIES}${module("/_nuxt/entry.77.js")}`),
      },
      {
        name: "files in a folder of their own",
        html: shell(
          `<div id="__nuxt"></div><script>window.__NUXT__={}</script>${module("/build/entry.77.js")}`,
        ),
      },
      {
        name: "a noscript frame of the tag manager first",
        html: shell(
          `<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-X" height="0" width="0"></iframe></noscript><div id="__nuxt"></div>${script("/_nuxt/runtime.js")}`,
        ),
      },
    ],
  },
  {
    framework: "SvelteKit",
    rows: ["svelte", "mount-empty"],
    pages: [
      {
        name: "the fallback of version 2",
        html: shell(
          `<div style="display: contents">
      <script>
        {
          __sveltekit_1b2c3 = { base: "", assets: "https://cdn.harbor.example" };
          const element = document.currentScript.parentElement;
          Promise.all([import("/_app/immutable/entry/start.Cx.js"), import("/_app/immutable/entry/app.Dy.js")]).then(([kit, app]) => { kit.start(app, element); });
        }
      </script>
    </div>`,
          {
            head: '<link rel="modulepreload" href="/_app/immutable/entry/start.Cx.js">',
            body: ' data-sveltekit-preload-data="hover"',
          },
        ),
      },
      {
        name: "server rendering turned off for the page",
        html: shell(
          `<div style="display: contents"><!--[--><!--[--><!----><!--]--> <!--[!--><!--]--><!--]--><script>{__sveltekit_9={base:new URL(".",location).pathname.slice(0,-1)};const element=document.currentScript.parentElement;const data=[null,null];Promise.all([import("./_app/immutable/entry/start.js"),import("./_app/immutable/entry/app.js")]).then(([kit,app])=>{kit.start(app,element,{node_ids:[0,2],data})})}</script></div>`,
        ),
      },
      {
        name: "version 1.0",
        html: shell(
          `<div><script type="module" data-sveltekit-hydrate="1x2">import { start } from "/_app/immutable/start-5a.js"; start({ env: {}, hydrate: null, target: document.querySelector('[data-sveltekit-hydrate="1x2"]').parentNode });</script></div>`,
        ),
      },
      {
        name: "in one file",
        html: shell(
          `<div id="svelte"></div><script>__sveltekit_0={base:""};(function(){const e=document.getElementById("svelte")})()</script>`,
        ),
      },
      {
        name: "a layout that is rendered, and a page that is not",
        html: shell(
          `<div style="display: contents">${HEADER}<main></main>${FOOTER}<script>{__sveltekit_2={base:""};Promise.all([import("/_app/immutable/entry/start.2.js")])}</script></div>`,
        ),
      },
      {
        name: "the template of Vite",
        html: shell(`<div id="app"></div>${module("/assets/index-B2c.js")}`, { title: "Vite + Svelte" }),
      },
      {
        name: "the template of Rollup",
        html: shell("", {
          head: '<link rel="stylesheet" href="/build/bundle.css"><script defer src="/build/bundle.js"></script>',
          title: "Svelte app",
        }),
      },
      {
        name: "Sapper",
        html: shell(
          `<div id="sapper"></div><script>__SAPPER__={baseUrl:"",preloaded:[void 0,null]};var s=document.createElement("script");s.src="/client/client.js"</script>`,
        ),
      },
      {
        name: "a boot screen beside the mount",
        html: shell(
          `<div id="boot" class="boot-screen"><img src="/logo.svg" alt=""></div><div style="display: contents"><script>{__sveltekit_5={base:""};import("/_app/immutable/entry/start.5.js")}</script></div>`,
        ),
      },
      {
        name: "a notice in noscript",
        html: shell(
          `<noscript>Harbor needs JavaScript. Enable it in your browser.</noscript><div style="display: contents"><script type="module">import("/_app/immutable/entry/start.7.js")</script></div>`,
        ),
      },
    ],
  },
  {
    framework: "Blazor",
    rows: ["blazor"],
    pages: [
      {
        name: "WebAssembly of .NET 8",
        html: shell(
          `<div id="app"><svg class="loading-progress"><circle r="40%" cx="50%" cy="50%" /><circle r="40%" cx="50%" cy="50%" /></svg><div class="loading-progress-text"></div></div><div id="blazor-error-ui">An unhandled error has occurred.<a href="." class="reload">Reload</a><span class="dismiss">🗙</span></div>${script("_framework/blazor.webassembly.js")}`,
          { head: '<base href="/"><link href="Harbor.styles.css" rel="stylesheet">' },
        ),
      },
      {
        name: "WebAssembly of .NET 9 with fingerprints",
        html: shell(
          `<div id="app"><div class="loading-progress-text"></div></div><div id="blazor-error-ui" data-nosnippet>An unhandled error has occurred. <a href="." class="reload">Reload</a></div><script src="_framework/blazor.webassembly.vl63.js"></script>`,
          { head: '<script type="importmap">{"imports":{}}</script>' },
        ),
      },
      {
        name: "WebAssembly of .NET 6",
        html: shell(
          `<div id="app">Loading...</div><div id="blazor-error-ui">An unhandled error has occurred.<a href="" class="reload">Reload</a><a class="dismiss">🗙</a></div>${script("_framework/blazor.webassembly.js")}`,
        ),
      },
      {
        name: "Server of .NET 5 without prerendering",
        html: shell(
          `<!--Blazor:{"sequence":0,"type":"server","descriptor":"CfDJ8OY"}--><div id="blazor-error-ui"><environment include="Production">An error has occurred. This application may no longer respond until reloaded.</environment><a href="" class="reload">Reload</a></div>${script("_framework/blazor.server.js")}`,
        ),
      },
      {
        name: "a Web App with components that a browser draws",
        html: shell(
          `<!--Blazor:{"type":"webassembly","assembly":"Harbor.Client","typeName":"Harbor.Client.Routes","key":{"locationHash":"A"}}--><script src="_framework/blazor.web.js"></script>`,
        ),
      },
      {
        name: "MudBlazor with a boot screen",
        html: shell(
          `<div id="app"><div class="center"><img src="icon-192.png" alt="Harbor"><p>Loading the harbor, one moment...</p></div></div><div id="blazor-error-ui">An error.</div>${script("_framework/blazor.webassembly.js", "_content/MudBlazor/MudBlazor.min.js")}`,
        ),
      },
      {
        name: "hosted with autostart off",
        html: shell(
          `<app></app><script src="_framework/blazor.webassembly.js" autostart="false"></script>${code("Blazor.start({});")}`,
        ),
      },
      {
        name: "a header and a footer in the host page",
        html: shell(
          `${HEADER}<div id="main-app">Loading...</div>${FOOTER}${script("/_framework/blazor.webassembly.js")}`,
        ),
      },
      {
        name: "in a folder",
        html: shell(
          `<div id="portal"><div class="spinner-border" role="status"></div></div>${script("portal/_framework/blazor.webassembly.js")}`,
          { head: '<base href="/portal/">' },
        ),
      },
      {
        name: "a layout from the server, its page from the browser",
        html: shell(
          `${HEADER}<main><!--Blazor:{"type":"auto","prerenderId":null}--></main>${FOOTER}${script("_framework/blazor.web.js")}`,
        ),
      },
    ],
  },
  {
    framework: "Blogger dynamic views",
    rows: ["blogger-dynamic-views", "feed-rendered"],
    pages: [
      ...["classic", "flipcard", "magazine", "mosaic", "sidebar", "snapshot", "timeslide"].map((view) => ({
        name: `the view ${view}`,
        html: shell(
          `<div class="content"><div class="content-outer"><div class="fauxborder-left content-fauxborder-left"><div class="content-inner"><div class="main-outer"><div class="fauxborder-left main-fauxborder-left"><div class="region-inner main-inner"><div class="main section" id="main"></div></div></div></div></div></div></div></div>${code(`window.setTimeout(function(){ blogger.ui().configure().view(); }, 0);`)}`,
          {
            head: `<meta content="blogger" name="generator"><script type="text/javascript" src="//www.blogblog.com/dynamicviews/6e0d22adcfa5abea/js/common.js"></script><script type="text/javascript" src="//www.blogblog.com/dynamicviews/6e0d22adcfa5abea/js/${view}.js"></script>`,
            body: ` class="variant-${view}"`,
            html: ` b:version="2" class="v2" expr:dir="ltr" xmlns="http://www.w3.org/1999/xhtml"`,
          },
        ),
      })),
      {
        name: "the header, the pages and the profile in the HTML",
        html: shell(
          `<div class="header section" id="header"><div class="widget Header"><h1 class="title">Notes from the quay</h1><p class="description">A harbor master writes about boats, tides and the people who come by.</p></div></div><div class="widget PageList"><ul><li><a href="/">Home</a></li><li><a href="/p/about.html">About me</a></li></ul></div><div class="widget Profile"><h2>About me</h2><a href="/profile">View my complete profile</a></div>${code("blogger.ui().configure().view();")}`,
          { head: script("//www.blogblog.com/dynamicviews/1/js/common.js") },
        ),
      },
      {
        name: "a theme that draws posts from the feed",
        html: shell(
          `<header><h1><a href="/">Notes from the quay</a></h1></header><div id="feed-posts"></div><aside><h2>Labels</h2></aside>${code(`fetch("/feeds/posts/summary?alt=json&max-results=9").then(r => r.json()).then(draw)`)}`,
          { head: '<meta content="blogger" name="generator">' },
        ),
      },
      {
        name: "a theme whose list comes by callback",
        html: shell(
          `${HEADER}<div class="grid" id="grid"></div>${FOOTER}<script src="/feeds/posts/default?orderby=published&alt=json-in-script&callback=grid"></script>`,
          { head: '<meta content="blogger" name="generator">' },
        ),
      },
    ],
  },
  {
    framework: "Wix",
    rows: ["wix", "content-empty", "body-empty"],
    pages: [
      {
        name: "the viewer of 2013",
        html: shell(
          `<div id="SITE_CONTAINER"></div>${code('var serviceTopology = {"scriptsDomainUrl":"http://static.parastorage.com/"}; var rendererModel = {"metaSiteId":"a","siteInfo":{"siteTitleSEO":"Harbor"}};')}`,
          { head: '<meta name="fragment" content="!">' },
        ),
      },
      {
        name: "the viewer of 2015 with a noscript notice",
        html: shell(
          `<div id="SITE_CONTAINER"></div><noscript>This site needs JavaScript.</noscript>${code('var publicModel = {"domain":"wix.com","externalBaseUrl":"http://harbor.example"};')}${script("//static.parastorage.com/services/third-party/requirejs/2.1.15/require.min.js")}`,
        ),
      },
      {
        name: "Thunderbolt that fell back to the browser",
        html: shell(
          `<div id="SITE_CONTAINER"></div><script id="wix-viewer-model" type="application/json">{"renderMode":"CSR_ONLY"}</script><script defer src="https://static.parastorage.com/services/wix-thunderbolt/dist/main.r.min.js"></script>`,
          { head: '<meta name="generator" content="Wix.com Website Builder">' },
        ),
      },
      {
        name: "Thunderbolt with the wrappers alone",
        html: shell(
          `<div id="SITE_CONTAINER"><div id="main_MF"><div id="site-root"></div></div></div><script src="https://static.parastorage.com/services/wix-thunderbolt/dist/a.js"></script>`,
          { head: '<meta name="generator" content="Wix.com Website Builder">' },
        ),
      },
      {
        name: "the generator without its content",
        html: shell(`<div id="masterPage"></div>${script("/bundle.min.js")}`, {
          head: '<meta name="generator" content="Wix.com Website Builder"><meta http-equiv="X-Wix-Renderer-Server" content="app">',
        }),
      },
      {
        name: "Bolt",
        html: shell(
          `<div id="SITE_CONTAINER"></div>${code("window.boltInstance = {}; var wixBiSession = {};")}${script("https://static.parastorage.com/services/wix-bolt/1.2/bolt-main/app/main-r.min.js")}`,
        ),
      },
      {
        name: "an editor's page",
        html: shell(
          `<div id="root"></div>${script("https://static.parastorage.com/services/editor-platform/1/dist/main.bundle.min.js")}`,
        ),
      },
      {
        name: "a booking app in a frame of its own",
        html: shell(
          `<div id="bookings"></div>${script("https://static.parastorage.com/services/bookings-viewer/1/app.bundle.min.js")}`,
        ),
      },
      {
        name: "the header alone",
        html: shell(
          `<div id="SITE_CONTAINER"><div id="site-root"><header id="SITE_HEADER">${HEADER}</header><main id="PAGES_CONTAINER"></main><footer id="SITE_FOOTER"></footer></div></div><script src="https://static.parastorage.com/services/wix-thunderbolt/dist/b.js"></script>`,
        ),
      },
      {
        name: "a container with a preloader",
        html: shell(
          `<div id="WIX_ROOT"><div class="preloader"></div></div>${script("https://static.wixstatic.com/a.js")}`,
        ),
      },
    ],
  },
  {
    framework: "GWT",
    rows: ["gwt", "enterprise-shell"],
    pages: [
      {
        name: "the host page of the starter",
        html: shell(
          `<iframe src="javascript:''" id="__gwt_historyFrame" tabIndex="-1" style="position:absolute;width:0;height:0;border:0"></iframe><noscript><div style="width: 22em; position: absolute; left: 50%; margin-left: -11em; color: red; background-color: white; border: 1px solid red; padding: 4px; font-family: sans-serif">Your web browser must have JavaScript enabled in order for this application to display correctly.</div></noscript><h1>Web Application Starter Project</h1><table align="center"><tr><td colspan="2" style="font-weight:bold;">Please enter your name:</td></tr><tr><td id="nameFieldContainer"></td><td id="sendButtonContainer"></td></tr><tr><td colspan="2" style="color:red;" id="errorLabelContainer"></td></tr></table>`,
          { head: '<script type="text/javascript" src="harbor/harbor.nocache.js"></script>' },
        ),
      },
      {
        name: "an empty body",
        html: shell(script("com.harbor.Main/com.harbor.Main.nocache.js")),
      },
      {
        name: "a loading image",
        html: shell(
          `<div id="loading"><img src="loading.gif" alt=""> <span>Loading the harbor, please wait...</span></div>${script("app/app.nocache.js")}`,
        ),
      },
      {
        name: "a linker for other hosts",
        html: shell(
          '<div id="gwt-root"></div><script src="https://cdn.harbor.example/app/app.nocache.js?v=7"></script>',
        ),
      },
      {
        name: "meta properties",
        html: shell("<div id='ui'></div>", {
          head: `<meta name="gwt:property" content="locale=pt"><meta name="gwt:onLoadErrorFn" content="e">${script("m.nocache.js")}`,
        }),
      },
      {
        name: "a logo and a header",
        html: shell(`${HEADER}<div id="appcontent"></div>${FOOTER}${script("/portal/portal.nocache.js")}`),
      },
      {
        name: "Sencha GXT",
        html: shell(`<div id="loading-mask"></div>${script("/gxt/desk.nocache.js")}`, {
          head: '<link rel="stylesheet" href="gxt/css/gxt-all.css">',
        }),
      },
      {
        name: "Vaadin 7 on GWT",
        html: shell(
          `<div id="ROOT-2521314" class="v-app harbor"><div class="v-app-loading"></div><noscript>You have to enable javascript in your browser to use an application built with Vaadin.</noscript></div>${code('vaadin.initApplication("ROOT-2521314",{"theme":"harbor"});')}${script("./VAADIN/vaadinBootstrap.js")}`,
        ),
      },
      {
        name: "SmartGWT",
        html: shell(
          `${code('var isomorphicDir = "desk/sc/";')}<div id="stage"></div>${script("desk/desk.nocache.js")}`,
        ),
      },
      {
        name: "a history frame and no name of a module",
        html: shell(
          `<iframe src="javascript:''" id="__gwt_historyFrame" style="width:0;height:0;border:0"></iframe><div id="app"></div>${script("/j2cl/app.js")}`,
        ),
      },
    ],
  },
  {
    framework: "React",
    rows: ["react", "nextjs", "gatsby", "mount-empty", "noscript-notice"],
    pages: [
      {
        name: "Create React App 5",
        html: shell(
          `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>`,
          { head: '<script defer="defer" src="/static/js/main.5e1a.js"></script>' },
        ),
      },
      {
        name: "a root of another name with a chunk of vendors",
        html: shell(`<div id="harbor-root"></div>${script("/dist/vendors~main.js", "/dist/react-dom.js")}`),
      },
      {
        name: "createRoot in the page",
        html: shell(
          `<div id="stage"></div>${module("/a.js")}<script type="module">import { createRoot } from "https://esm.sh/react-dom@18/client"; createRoot(document.getElementById("stage")).render(null);</script>`,
        ),
      },
      {
        name: "Babel in the browser",
        html: shell(
          `<div id="container"></div><script crossorigin src="https://unpkg.com/react@18/umd/react.development.js"></script><script crossorigin src="https://unpkg.com/react-dom@18/umd/react-dom.development.js"></script><script type="text/babel">ReactDOM.createRoot(container).render(<App />)</script>`,
        ),
      },
      {
        name: "React Native for Web and Expo",
        html: shell(
          `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/_expo/static/js/web/index-1.js" defer></script>`,
          { head: '<style id="expo-reset">html,body{height:100%}</style>' },
        ),
      },
      {
        name: "a skeleton of gray boxes",
        html: shell(
          `<div id="root"><div class="skeleton-page"><div class="bar"></div><div class="bar"></div><div class="card"></div></div></div><script defer src="/static/js/main.js"></script>`,
        ),
      },
      {
        name: "Next.js with the layout alone",
        html: shell(
          `<div id="__next">${HEADER}<div class="page"></div>${FOOTER}</div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/tides","nextExport":true,"autoExport":true}</script><script src="/_next/static/chunks/pages/tides.js" defer></script>`,
        ),
      },
      {
        name: "Gatsby in client-only routes",
        html: shell(
          `<div id="___gatsby"><div style="outline:none" tabindex="-1" id="gatsby-focus-wrapper"></div><div id="gatsby-announcer" style="position:absolute" aria-live="assertive"></div></div><script src="/app-3.js" async></script>`,
        ),
      },
      {
        name: "a single page in TanStack Start",
        html: shell(
          `<!--$--><!--/$-->${code("self.$_TSR={router:{manifest:{},matches:[]}}")}${module("/assets/client.js")}`,
        ),
      },
      {
        name: "a cookie notice and a root",
        html: shell(`<div id="root"></div>${COOKIES}${module("/assets/index-9.js")}`),
      },
    ],
  },
  {
    framework: "Vue",
    rows: ["vue", "mount-empty", "data-bindings", "noscript-notice"],
    pages: [
      {
        name: "CLI of version 5",
        html: shell(
          `<noscript><strong>We're sorry but harbor doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id="app"></div>`,
          {
            head: '<script defer="defer" src="/js/chunk-vendors.6.js"></script><script defer="defer" src="/js/app.6.js"></script>',
          },
        ),
      },
      {
        name: "a template in the page",
        html: shell(
          `<div id="berths" v-cloak><h1>{{ heading }}</h1><p v-if="loading">Loading</p><ul v-else><li v-for="b in berths" :key="b.id"><a :href="b.url">{{ b.name }}</a> {{ b.depth }} m</li></ul></div>${script("https://unpkg.com/vue@3/dist/vue.global.js")}${code("Vue.createApp({}).mount('#berths')")}`,
        ),
      },
      {
        name: "petite-vue",
        html: shell(
          `<div v-scope="{ tides: [] }" @vue:mounted="load"><h2 v-text="place"></h2><p v-for="t in tides" v-text="t.at"></p></div><script src="https://unpkg.com/petite-vue" defer init></script>`,
        ),
      },
      {
        name: "a root component in the page",
        html: shell(
          `<div id="main"><harbor-map></harbor-map></div>${script("/js/vue.min.js", "/js/map.js")}`,
        ),
      },
      {
        name: "Laravel Mix",
        html: shell(
          `<div id="app"><router-view></router-view></div>${script("/js/manifest.js", "/js/vendor.js", "/js/app.js")}`,
        ),
      },
      {
        name: "Inertia",
        html: shell(
          `<div id="app" data-page="{&quot;component&quot;:&quot;Tides&quot;,&quot;props&quot;:{}}"></div>`,
          { head: module("/build/assets/app-1.js") },
        ),
      },
      {
        name: "Quasar in version 2",
        html: shell(`<div id="q-app"></div>${module("/assets/index.7a.js")}`),
      },
      {
        name: "a boot screen of an admin template",
        html: shell(
          `<div id="app"><div class="loader-wrapper"><div class="logo"><img src="/logo.svg" alt="Logo"></div><div class="bar"></div></div></div>${module("/assets/index-5.js")}`,
        ),
      },
      {
        name: "VitePress that only a browser draws",
        html: shell(`<div id="app"></div>${module("/assets/app.C1.js")}`, {
          head: '<meta name="generator" content="VitePress v1.6.3">',
        }),
      },
      {
        name: "a header in the host page",
        html: shell(`${HEADER}<div id="vue-app"></div>${FOOTER}${script("/js/app.js")}`),
      },
    ],
  },
  {
    framework: "script challenges",
    rows: ["bot-challenge", "noscript-notice", "script-redirect"],
    pages: [
      {
        name: "Cloudflare's managed challenge",
        html: shell(
          `<div class="main-wrapper" role="main"><div class="main-content"><noscript><div class="h2"><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></div></noscript></div></div>${code("(function(){window._cf_chl_opt = {cvId: '3',cZone: 'harbor.example',cType: 'managed'};})();")}`,
          { title: "Just a moment..." },
        ),
      },
      {
        name: "Vercel's checkpoint",
        html: shell(
          `<p id="header-text">We're verifying your browser</p><p id="footer-text">Website owner? <a href="https://vercel.link/security-checkpoint">Click here to fix</a></p><script type="module" src="/.well-known/vercel/security/static/challenge.v2.min.js"></script>`,
          { title: "Vercel Security Checkpoint" },
        ),
      },
      {
        name: "DDoS-Guard",
        html: shell(
          `<div id="ddg-captcha"></div><p>Checking your browser before accessing harbor.example.</p><script src="/.well-known/ddos-guard/js-challenge/index.js"></script>`,
          { title: "DDoS-Guard" },
        ),
      },
      {
        name: "a cookie that a script computes",
        html: shell(
          code(
            'function a(x){return x*7+1}document.cookie="verify="+a(41)+";path=/";window.location.reload(true);',
          ),
          { title: "Loading" },
        ),
      },
      {
        name: "a captcha of AWS WAF",
        html: shell(
          `<h1>Human Verification</h1><noscript><h2>JavaScript is disabled</h2>In order to continue, we need to verify that you are not a robot. This requires JavaScript.</noscript><div id="captcha-container"></div><script src="https://abc.edge.captcha.awswaf.com/abc/captcha.js"></script>${code("window.gokuProps = {}; CaptchaScript.renderCaptcha(document.querySelector('#captcha-container'))")}`,
          { title: "Human Verification" },
        ),
      },
      {
        name: "Akamai's meta refresh with a script",
        html: shell(
          `${code("var i = 1658; var j = i + Number('9' + '8'); var xhr = new XMLHttpRequest(); xhr.open('POST','/_sec/verify?provider=interstitial',false); xhr.send(JSON.stringify({'bm-verify':'AAQ','pow':j}));")}`,
          { title: " " },
        ),
      },
      {
        name: "reCAPTCHA before the page",
        html: shell(
          `<h1>One more step</h1><p>Please complete the security check to access harbor.example</p><form id="challenge-form" method="POST"><div class="g-recaptcha" data-sitekey="x"></div></form><script src="https://www.google.com/recaptcha/api.js"></script>`,
          { title: "Attention Required!" },
        ),
      },
      {
        name: "SiteGround's captcha",
        html: shell(
          `<p>Checking the site connection security</p>${code("const sgchallenge='20:1:abc';const sgsubmit_url='/.well-known/sgcaptcha/?r=%2F&y=pow';")}`,
          { title: "Robot Challenge Screen" },
        ),
      },
      {
        name: "a proof of work of Haproxy's guard",
        html: shell(
          `<h3>Checking your browser for robots...</h3><noscript><p class="rd">JavaScript is required on this page.</p></noscript><div class="powstatus"></div><script src="/.basedflare/cgi/challenge.js"></script>${code("const pow = '1#2#3';")}`,
          { title: "Hold on..." },
        ),
      },
      {
        name: "Reblaze",
        html: shell(
          `<div id="rbz"></div>${code("window.rbzns = {bereshit: '1', seed: 'abc', storage: '3'};")}<noscript>Please enable JavaScript</noscript><script src="/c3650cdf-216a-4ba2-80b0-9d6c540b105e58d2670b-ea0f-484e-b88c-0e2c1499ec9bd71e4b42-8570-44e3-89b6-845326fa43b6"></script>`,
        ),
      },
    ],
  },
  {
    framework: "other platforms",
    rows: [
      "enterprise-shell",
      "polymer",
      "react",
      "mount-empty",
      "loading-screen",
      "body-empty",
      "data-bindings",
      "angularjs",
      "flutter",
      "content-empty",
      "script-weight",
    ],
    pages: [
      {
        name: "Dash",
        html: shell(
          `<div id="react-entry-point"><div class="_dash-loading">Loading...</div></div><footer><script id="_dash-config" type="application/json">{}</script>${script("/_dash-component-suites/dash/deps/react.js")}</footer>`,
        ),
      },
      {
        name: "Gradio",
        html: shell(
          `<gradio-app control_page_title="true" embed="false" style="display:flex"></gradio-app>${code("window.gradio_config={};")}`,
        ),
      },
      {
        name: "Grafana",
        html: shell(
          `<div class="preloader"><div class="preloader__logo"></div><div class="preloader__text">Loading Grafana</div></div><div id="reactRoot"></div>${script("public/build/app.js")}`,
        ),
      },
      {
        name: "a service portal",
        html: shell(
          `<div class="sp-page-root page" sp-page-root ng-class="page.css"><sp-page-row ng-repeat="row in page.rows"></sp-page-row></div>${script("/scripts/angular_1.8.js")}`,
          { html: ' ng-app="service-portal"' },
        ),
      },
      {
        name: "content that jQuery loads",
        html: shell(
          `${HEADER}<div id="page-body"></div>${FOOTER}${script("jquery.js")}${code('$(function(){$("#page-body").load("home.html")})')}`,
        ),
      },
      {
        name: "Handlebars in the browser",
        html: shell(
          `<div class="target"></div><script id="tpl" type="text/x-handlebars-template"><h1>{{title}}</h1><p>{{text}}</p></script>${script("handlebars.js")}`,
        ),
      },
      {
        name: "a frame of Turbo that loads late",
        html: shell(
          `${HEADER}<main><turbo-frame id="feed" src="/feed" loading="lazy"></turbo-frame></main>${script("/turbo.js")}`,
        ),
      },
      {
        name: "content that htmx loads",
        html: shell(`<div hx-get="/content" hx-trigger="load"></div>${script("/htmx.js")}`),
      },
      {
        name: "Aurelia",
        html: shell(
          `<div class="splash"><div class="message">Harbor</div><i class="fa fa-spinner fa-spin"></i></div>${script("jspm_packages/system.js")}${code('System.import("aurelia-bootstrapper")')}`,
          { body: ' aurelia-app="main"' },
        ),
      },
      {
        name: "Flutter with a splash screen",
        html: shell(
          '<picture id="splash"><img class="center" aria-hidden="true" src="splash/img/light-1x.png" alt=""></picture><script src="flutter_bootstrap.js" async></script>',
        ),
      },
      {
        name: "a heading in a loading screen",
        html: shell(`<div id="app"><h1>Harbor</h1><p>Loading...</p></div>${script("/js/app.js")}`),
      },
      {
        name: "a German sentence about loading",
        html: shell(`<div id="app"><p>Die Anwendung wird geladen …</p></div>${script("/a.js")}`),
      },
      {
        name: "a French sentence about loading",
        html: shell(
          `<div class="x"><p>L’application est en cours de chargement...</p></div>${script("/a.js")}`,
        ),
      },
      {
        name: "a Japanese sentence about loading",
        html: shell(`<div id="root"><p>アプリを読み込んでいます…</p></div>${script("/main.js")}`),
      },
      {
        name: "a long menu, and state instead of text",
        html: shell(
          `<header><nav>${Array.from({ length: 30 }, (_, i) => `<a href="/${i}">Berth number ${i}</a>`).join("")}</nav></header><div class="host"></div>${FOOTER}${code(`window.__STATE__="${"x".repeat(90_000)}"`)}`,
        ),
      },
    ],
  },
];
