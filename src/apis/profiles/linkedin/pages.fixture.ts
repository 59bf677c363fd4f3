// Guest pages of several eras, each written by hand with only the blocks that the tests are about. Everybody in
// them is invented.

/** What a page is built of; leave a part out to see what the reader does without it. */
export interface Parts {
  readonly lang?: string;
  readonly pageKey?: string;
  readonly head?: string;
  readonly person?: unknown;
  readonly topCard?: string;
  readonly sections?: string;
}

/** Structured data as the site writes it: the person among articles, whose authors are people too. */
export function graph(...things: readonly unknown[]): string {
  const graphed = { "@context": "http://schema.org", "@graph": things };
  return `<script type="application/ld+json">${JSON.stringify(graphed)}</script>`;
}

export const article = {
  "@type": "Article",
  name: "On weirs",
  author: { "@type": "Person", name: "Somebody Else", url: "https://www.linkedin.com/in/somebody-else" },
};

export const person = {
  "@type": "Person",
  name: "Ines Morrow",
  url: "https://www.linkedin.com/in/ines-morrow",
  address: { "@type": "PostalAddress", addressCountry: "IE", addressLocality: "Cork, Ireland" },
  jobTitle: ["Head of Rivers"],
  worksFor: [
    {
      "@type": "Organization",
      name: "Weir &amp; Sons",
      url: "https://www.linkedin.com/company/weir-sons",
      member: { "@type": "OrganizationRole", startDate: "2019-04" },
    },
  ],
  alumniOf: [
    {
      "@type": "Organization",
      name: "Lock TestApp",
      url: "https://www.linkedin.com/company/lock-app",
      member: { "@type": "OrganizationRole", startDate: 2007, endDate: "2019-03" },
    },
    {
      "@type": "EducationalOrganization",
      name: "Shannon College",
      url: "https://www.linkedin.com/school/shannon-college",
      member: { "@type": "OrganizationRole", startDate: 2002, endDate: 2006 },
    },
  ],
  knowsLanguage: [{ "@type": "Language", name: "Irish" }, "English"],
  interactionStatistic: {
    "@type": "InteractionCounter",
    interactionType: "https://schema.org/FollowAction",
    userInteractionCount: 12_345,
  },
  image: { "@type": "ImageObject", contentUrl: "https://media.licdn.com/ines.jpg?e=1800000000&amp;v=beta" },
  description: "I keep rivers in their beds.<br>And people out of them.",
};

export const topCard = `<section class="top-card-layout container-lazy">
  <div class="contextual-sign-in-modal"><button class="contextual-sign-in-modal__outlet-button"><img class="top-card__profile-image" data-delayed-url="https://media.licdn.com/ines.jpg?e=1800000000"></button>
    <div class="contextual-sign-in-modal__screen hidden"><h2>Sign in to view Ines’s full profile</h2><h1 class="top-card-layout__title">Nobody</h1></div></div>
  <h1 class="top-card-layout__title font-sans">Ines Morrow<span class="sr-only"> (She/Her)</span></h1>
  <h2 class="top-card-layout__headline break-words">Head of Rivers
     at Weir &amp; Sons</h2>
  <h3 class="top-card-layout__first-subline"><div class="not-first-middot"><span>Cork, Ireland</span><a href="https://www.linkedin.com/login">Contact Info</a></div>
  <div class="not-first-middot"><span> 12K followers </span><span> 500+ connections </span></div></h3>
  <div class="top-card__links-container"><div data-section="currentPositionsDetails"><a href="https://www.linkedin.com/company/weir-sons?trk=x"><span class="top-card-link__description">Weir &amp; Sons</span></a></div>
  <div data-section="educationsDetails"><a href="https://www.linkedin.com/school/shannon-college"><span class="top-card-link__description">Shannon College</span></a></div></div>
</section>`;

export const experience = `<section class="core-section-container experience" data-section="experience"><h2 class="core-section-container__title">Experience</h2><ul class="experience__list">
<li class="profile-section-card experience-item"><h3><span class="experience-item__title">Head of Rivers</span></h3><h4><a href="https://www.linkedin.com/company/weir-sons?trk=x"><span class="experience-item__subtitle">Weir &amp; Sons</span></a></h4>
 <p class="experience-item__meta-item"><span class="date-range"><time>Apr 2019</time> - Present<span class="before:middot">7 years 8 months</span></span></p><p class="experience-item__meta-item">Cork</p>
 <div class="experience-item__meta-item experience-item__description"><div class="show-more-less-text"><p class="show-more-less-text__text--less">Weirs, locks…<button>Show more</button></p><p class="show-more-less-text__text--more">Weirs, locks<br>and eels.<button>Show less</button></p></div></div></li>
<li class="experience-group experience-item"><div class="experience-group-header"><a class="experience-group-header__url" href="https://www.linkedin.com/company/lock-app"><h4 class="experience-group-header__company">Lock TestApp</h4></a><p class="experience-group-header__duration">12 years</p></div>
 <ul class="experience-group__positions">
 <li class="profile-section-card experience-group-position"><h3><span class="experience-item__title">Lock keeper</span></h3><span class="date-range"><time>2007</time> - <time>Mar 2019</time><span>12 years 3 months</span></span></li>
 <li class="profile-section-card experience-group-position"><h3><span class="experience-item__title">Apprentice</span></h3><h4><a href="https://www.linkedin.com/company/old-locks"><span class="experience-item__subtitle">Old Locks</span></a></h4><span class="date-range"><time>2006</time> - <time>2007</time></span></li></ul></li>
</ul></section>`;

export const education = `<section data-section="educationsDetails"><ul class="education__list"><li class="education__list-item"><h3><a href="https://www.linkedin.com/school/shannon-college/?trk=x">Shannon College</a></h3><h4><span data-section="educations">BSc</span><span>Hydrology</span></h4><p><span class="date-range"><time>2002</time> - <time>2006</time></span></p></li></ul></section>`;

export const others = `<section data-section="summary"><h2>About</h2><div class="core-section-container__content"><p>I keep rivers in their beds.<br>And people out of them.</p></div></section>
<section data-section="skills"><ul><li class="skills__item">Eels</li><li class="skills__item"><a href="#">Tide tables</a></li><li><button>Show more skills</button></li></ul></section>
<section data-section="languages"><ul><li><h3>Irish</h3><h4>Native or bilingual proficiency</h4></li><li><h3>English</h3><h4>Full professional proficiency</h4></li></ul></section>
<section data-section="certifications"><ul><li><h3><a href="https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Feels.example%2Fc%2F1&trk=x">Eel handling</a></h3><h4><a href="https://www.linkedin.com/company/eel-board">Eel Board</a></h4><div><span class="date-range">Issued <time>Jun 2018</time><span>Expires <time>Jun 2028</time></span></span><div class="certifications__credential-id">Credential ID EB-77</div></div></li></ul></section>
<section data-section="volunteering"><ul><li><h3>River warden</h3><h4>Clean Banks</h4><span class="date-range"><time>Jan 2015</time> - Present</span></li></ul></section>
<section data-section="publications"><ul><li><h3>Weirs of Munster</h3><h4><span>River Press</span> <time>Mar 4, 2016</time></h4></li></ul></section>
<section data-section="honors-and-awards"><ul><li><h3>Golden Eel</h3><h4>Eel Board</h4><time>2017</time></li></ul></section>`;

/** A guest page of a person. */
export function profilePage({
  lang = "en",
  pageKey = "public_profile_v3_desktop",
  head = '<link rel="canonical" href="https://ie.linkedin.com/in/ines-morrow"><meta property="og:title" content="Ines Morrow - Weir &amp;amp; Sons | LinkedIn"><meta property="profile:first_name" content="Ines"><meta property="profile:last_name" content="Morrow"><meta property="og:image" content="https://media.licdn.com/ines.jpg?e=1800000000">',
  person: who = person,
  topCard: card = topCard,
  sections = experience + education + others,
}: Parts = {}): string {
  const data = who === null ? "" : graph(article, who);
  return `<!DOCTYPE html><html lang="${lang}"><head><meta name="pageKey" content="${pageKey}"><meta name="locale" content="${lang}">${head}${data}</head><body><main>${card}${sections}</main><aside><section class="people-also-viewed"><ul><li><h3>Someone Similar</h3></li></ul></section></aside></body></html>`;
}

const mask = (name: string) => `<span class="${name}">****** **********</span>`;

/** A page that hides every title, and all employers but one. */
export const maskedPage = profilePage({
  person: null,
  topCard: `<section class="top-card-layout"><h1 class="top-card-layout__title">Otávio R.</h1><h3 class="top-card-layout__first-subline"><span class="top-card__subline-item">Lisboa, Portugal</span></h3><div data-section="currentPositionsDetails"><span class="top-card-link__description">Vento Lda</span></div></section>`,
  head: '<meta property="og:url" content="https://pt.linkedin.com/in/otavio-r">',
  sections: `<section data-section="experience"><ul class="experience__list">
<li class="experience-item"><h3>${mask("experience-item__title")}</h3><h4><span class="experience-item__subtitle">Vento Lda</span></h4><span class="date-range"><time>**** ****</time> - *******</span></li>
<li class="experience-item"><h3>${mask("experience-item__title")}</h3><h4>${mask("experience-item__subtitle")}</h4></li></ul></section>
<section data-section="educationsDetails"><ul><li class="education__list-item"><h3>${mask("x")}</h3><h4><span>********** * *****</span></h4></li></ul></section>`,
});

/** The layout of 2020 and 2021: other class names, the present inside the second date. */
export const olderPage = profilePage({
  lang: "de",
  person: null,
  head: '<link rel="canonical" href="https://de.linkedin.com/in/j%C3%BCrgen-flu%C3%9F">',
  topCard: `<section class="top-card-layout"><h1 class="top-card-layout__title">Jürgen Fluß</h1><h2 class="top-card-layout__headline">Flussmeister</h2><h3 class="top-card-layout__first-subline"><span class="top-card__subline-item">Passau, Bayern, Deutschland</span><span class="top-card__subline-item top-card__subline-item--bullet">2,4 Mio. Follower:innen</span><span class="top-card__subline-item">500+ Kontakte</span></h3></section>`,
  sections: `<section class="summary pp-section"><h2>Info</h2><p class="summary__text">Wasser und Wehre …</p></section>
<section class="experience pp-section"><ul class="experience__list">
<li class="result-card experience-item"><h3 class="result-card__title experience-item__title">Flussmeister</h3><h4 class="result-card__subtitle experience-item__subtitle"><a href="https://de.linkedin.com/company/wehramt">Wehramt</a></h4><div class="result-card__meta"><p class="experience-item__duration"><span class="date-range"><time class="date-range__start-date">März 2018</time> – <time class="date-range__end-date">Heute</time><span class="date-range__duration">8 Jahre 9 Monate</span></span></p><p class="experience-item__location">Passau</p></div></li>
<li class="result-card experience-item"><h3 class="result-card__title">Gehilfe</h3><h4 class="result-card__subtitle">Donau GmbH</h4><p class="experience-item__duration"><span class="date-range"><time class="date-range__start-date">Okt. 2015</time> – <time class="date-range__end-date">Feb. 2018</time></span></p></li></ul></section>
<section class="education pp-section"><ul class="education__list"><li class="result-card education__list-item"><h3 class="result-card__title">Universität Passau</h3><h4 class="result-card__subtitle"><span class="education__item education__item--degree-info">Diplom</span><span class="education__item education__item--degree-info">Geografie</span><span class="education__item education__item--degree-info">1,3</span></h4><p class="education__item--duration"><span class="date-range"><time>2014</time></span></p></li></ul></section>
<section class="languages pp-section"><ul><li><h3>Deutsch</h3><h4>Muttersprache oder zweisprachig</h4></li></ul></section>`,
});

/** A guest page of a company. */
export function companyPage(change: (html: string) => string = (html) => html): string {
  const organization = {
    "@type": "Organization",
    name: "Weir &amp; Sons",
    url: "https://www.linkedin.com/company/weir-sons",
    slogan: "Water where it belongs",
    description: "Weirs since 1911.\nLocks too.",
    address: {
      type: "PostalAddress",
      streetAddress: "1 Quay",
      addressLocality: "Cork",
      addressRegion: "Munster",
      postalCode: "T12",
      addressCountry: "IE",
    },
    numberOfEmployees: { "@type": "QuantitativeValue", value: 134 },
    sameAs: "https://weir.example/",
    logo: { "@type": "ImageObject", contentUrl: "https://media.licdn.com/weir.png?e=1800000000" },
  };
  const fact = (name: string, html: string) =>
    `<div data-test-id="about-us__${name}"><dt>Label</dt><dd> ${html} </dd></div>`;
  return change(`<!DOCTYPE html><html lang="en"><head><meta name="pageKey" content="d_org_guest_company_overview"><link rel="canonical" href="https://ie.linkedin.com/company/weir-sons"><meta property="og:title" content="Weir &amp;amp; Sons | LinkedIn"><meta property="og:image" content="https://media.licdn.com/weir.png?e=1800000000">
${graph(organization, { "@type": "DiscussionForumPosting", author: { "@type": "Organization", name: "Another Works" } })}</head><body><main data-semaphore-content-urn="urn:li:organization:4711">
<section class="top-card-layout"><h1 class="top-card-layout__title">Weir &amp; Sons</h1><h2 class="top-card-layout__headline">Utilities</h2><h3 class="top-card-layout__first-subline">Cork, Munster <span>20,431 followers</span></h3><h4 class="top-card-layout__second-subline"><span>Water where it belongs</span></h4>
<a data-tracking-control-name="org-employees_cta_face-pile-cta" href="#">View all 134 employees</a></section>
<section data-test-id="about-us"><p data-test-id="about-us__description">Weirs since 1911.<br>Locks too.</p><dl>
${fact("website", '<a href="https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fweir%2Eexample%2F&trk=about_website">https://weir.example/<span class="sr-only">External link for Weir &amp; Sons</span></a>')}
${fact("industry", "Utilities")}${fact("size", "51-200 employees")}${fact("headquarters", "Cork, Munster")}${fact("organizationType", "Privately Held")}${fact("foundedOn", "1911")}${fact("specialties", "Weirs, Research and Development, and Eels")}</dl></section>
<section class="locations"><ul><li><span class="tag-sm tag-enabled">Primary</span><div id="address-0"><p>1 Quay</p><p>Cork, T12, IE</p></div></li><li><div id="address-1"><p>2 Bank</p><p>Galway, IE</p></div></li></ul></section>
<section data-test-id="employees-at"><h2>Employees at Weir &amp; Sons</h2><ul><li><a href="https://www.linkedin.com/in/ines-morrow"><h3>Ines Morrow</h3><h4>Head of Rivers</h4></a></li></ul></section>
<section data-test-id="funding"><h2>Funding</h2><p>Weir &amp; Sons <span>3 total rounds</span></p><div><p>Last Round</p><a>Series A <time>Mar 4, 2016</time></a><p>US$ 12.5M</p></div></section></main></body></html>`);
}
