/** The value to collect from elements that a CSS selector matches, in document order. */
export interface FieldSelector {
  readonly selector: string;
  readonly attributes: readonly string[];
  /**
   * Whether to keep the text: `all` with what only screen readers are told, `seen` without it, `shown` only
   * where no style hides it; undefined for none. The text of scripts never counts.
   */
  readonly text: "seen" | "shown" | "all" | undefined;
}

/** Makes the selectors that keep this text of their elements, and the attributes that are named. */
const keeping =
  (text: FieldSelector["text"]) =>
  (selector: string, ...attributes: readonly string[]): FieldSelector => ({ selector, attributes, text });

const seen = keeping("seen");
const shown = keeping("shown");
const all = keeping("all");
const found = keeping(undefined);

/** The selector of every one of `parts` in every one of `places`, which are separated by commas. */
function within(places: string, parts: string): string {
  const pairs = places.split(", ").flatMap((place) => parts.split(", ").map((part) => `${place} ${part}`));
  return pairs.join(", ");
}

/** Places of the names of authors, of the price, and of the price in the box. */
const BYLINE = "#bylineInfo, #byline, #title_feature_div, #booksTitle, #ebooksTitle, #bylineContributor";
const CORE = "#corePriceDisplay_desktop_feature_div, #corePriceDisplay_mobile_feature_div";
const BOX_PRICE = "#corePrice_feature_div .a-price:not(.a-text-price):not(.apex-priceperunit-value)";

/**
 * Selectors for the elements of a product's page, of the layouts from 2017 to 2026. One pass collects them all;
 * `facts.ts`, `offers.ts` and `reviews.ts` decide what they mean.
 */
export const selectors = {
  // The page itself.
  html: found("html", "lang"),
  layout: found("#dp", "class"),
  canonical: found('link[rel="canonical"]', "href"),
  pageTitle: seen("head > title"),
  jsonLd: all('script[type="application/ld+json"]'),
  asin: found("input#ASIN, input[name='ASIN'], input[name='ASIN.0']", "value"),
  deliveryLead: seen("#glow-ingress-line1"),
  deliveryPlace: seen("#glow-ingress-line2"),
  deliveryLine: seen(
    "#contextualIngressPtLabel_deliveryShortLine, #contextualIngressPtLabel, #glow-ingress-single-line",
  ),
  // What it is.
  title: all("#productTitle:not(input)"),
  ebookTitle: seen("#ebooksProductTitle"),
  oldTitle: seen("#btAsinTitle"),
  videoTitle: seen("h1[data-automation-id='title'], .dv-node-dp-title, #aiv-content-title"),
  byline: seen("#bylineInfo, #brandByline_feature_div a, #bylineContributor", "href"),
  oldBrand: seen("a#brand, #brand"),
  overviewBrand: seen("tr.po-brand td:nth-child(2)"),
  author: seen(within(BYLINE, ".author")),
  authorName: seen(within(BYLINE, ".author .contributorNameID, .author > a, .author > span > a")),
  authorRole: seen(within(BYLINE, ".author .contribution")),
  bullet: seen(
    "#feature-bullets li, #productFactsDesktopExpander li, #productFactsDesktop_feature_div #pqv-feature-bullets li",
    "class",
    "id",
  ),
  description: seen("#productDescription"),
  bookDescription: all(
    "#bookDescription_feature_div .a-expander-content, #bookDescription_feature_div noscript",
  ),
  overviewRow: found("#productOverview_feature_div tr, #poExpander tr"),
  overviewCell: seen("#productOverview_feature_div td, #poExpander td"),
  detailRow: found(
    "#prodDetails tr, #productDetails_feature_div table.prodDetTable tr, #technicalSpecifications_section_1 tr",
  ),
  detailCell: seen(
    within(
      "#prodDetails, #productDetails_feature_div table.prodDetTable, #technicalSpecifications_section_1",
      "th, td",
    ),
  ),
  detailBullet: seen(
    "#detailBullets_feature_div li, #detail-bullets .content > ul > li, #productDetailsTable .content > ul > li, #audibleproductdetails_feature_div tr",
  ),
  detailLabel: seen(
    "#detailBullets_feature_div .a-text-bold, #detail-bullets li > b, #productDetailsTable li > b, #audibleproductdetails_feature_div th",
  ),
  breadcrumb: seen("#wayfinding-breadcrumbs_feature_div a, #wayfinding-breadcrumbs_container a", "href"),
  rankText: seen(
    "#SalesRank, #prodDetails td, #productDetails_feature_div td, #detailBulletsWrapper_feature_div li, #detail-bullets li, #productDetailsTable li",
  ),
  rankLink: seen(
    within(
      "#SalesRank, #prodDetails, #productDetails_feature_div, #detailBulletsWrapper_feature_div, #detail-bullets, #detailBullets_feature_div, #productDetailsTable",
      "a[href*='/gp/bestsellers'], a[href*='/zgbs/']",
    ),
    "href",
  ),
  landingImage: found(
    "#landingImage, #imgBlkFront, #ebooksImgBlkFront, #main-image",
    "data-old-hires",
    "data-a-dynamic-image",
    "src",
  ),
  aplus: found("#aplus img, #aplus_feature_div img", "src"),
  choiceBadge: seen("#acBadge_feature_div"),
  bestSellerBadge: seen("#zeitgeistBadge_feature_div"),
  dealBadge: seen("#dealBadge_feature_div, #dealBadgeSupportingText"),
  bought: seen("#social-proofing-faceout-title-tk_bought"),
  // What it costs, and who sells it.
  row: found('[id*="ccordionRow"], #buyNewSection, #usedBuySection, #rentBuySection', "id", "class"),
  box: found(
    "#desktop_buybox, #buybox, #buybox_feature_div, #rightCol, form#addToCart, form[action*='handle-buy-box']",
  ),
  bundle: found(
    ".a-carousel, [id^='sims-'], [id^='similarities'], [id*='productBundle'], [id*='tp-'], [id^='twister'], [id*='Accessory'], [id*='accessory'], #tmmSwatches, #mbc, [id^='moreBuyingChoices'], #mediaTabs_tabHeadings",
  ),
  formAsin: found('input[name="items[0.base][asin]"]', "value"),
  formAmount: found('input[name="items[0.base][customerVisiblePrice][amount]"]', "value"),
  formCurrency: found('input[name="items[0.base][customerVisiblePrice][currencyCode]"]', "value"),
  formOffer: found('input[name="offerListingID"], input[name="items[0.base][offerListingId]"]', "value"),
  formMerchant: found("input#merchantID, input[name='merchantID']", "value"),
  addToCart: found(
    "#add-to-cart-button, #add-to-cart-button-ubb, #buy-now-button, #one-click-button, #oneClickBuyButton, input[name='submit.add-to-cart'], input[name='submit.buy-now'], input[name='submit.addToCart'], input[name='submit.preorder'], #checkoutButtonId",
    "value",
    "name",
    "title",
    "aria-label",
  ),
  core: found(CORE),
  coreOff: all(within(CORE, ".priceToPay .a-offscreen")),
  coreSymbol: all(within(CORE, ".priceToPay .a-price-symbol")),
  coreWhole: all(within(CORE, ".priceToPay .a-price-whole")),
  coreFraction: all(within(CORE, ".priceToPay .a-price-fraction")),
  coreLabel: all(
    "#corePriceDisplay_desktop_feature_div > div > .aok-offscreen, #corePriceDisplay_mobile_feature_div > div > .aok-offscreen, #apex-pricetopay-accessibility-label, .apex-pricetopay-accessibility-label",
  ),
  coreRange: all(
    "#corePriceDisplay_desktop_feature_div .a-price-range .a-price, #corePrice_desktop .a-price-range .a-price, #corePrice_feature_div .a-price-range .a-price",
  ),
  basis: all(
    within(
      `${CORE}, #corePrice_desktop, #apex_desktop`,
      ".basisPrice .a-offscreen, .apex-basisprice-value .a-offscreen, .apex-basisprice-value",
    ),
  ),
  tableList: all(
    "#corePrice_desktop .a-text-price[data-a-strike='true'] .a-offscreen, #price .priceBlockStrikePriceString, #price .a-text-strike, #price #listPriceLegalMessage, #listPrice, .a-text-strike#listPriceValue, #buyBoxInner .a-text-strike, #buyNewInner .a-text-strike, #digital-list-price, .digital-list-price .a-text-strike",
  ),
  perUnit: seen(
    "#corePriceDisplay_desktop_feature_div .pricePerUnit, #corePriceDisplay_mobile_feature_div .pricePerUnit, #corePrice_desktop .pricePerUnit, #apex_desktop .pricePerUnit, #corePrice_feature_div .pricePerUnit, .priceblock_ourprice_ppu, #price .a-size-small.a-color-price",
  ),
  boxPrice: all(within(BOX_PRICE, ".a-offscreen")),
  boxSymbol: all(within(BOX_PRICE, ".a-price-symbol")),
  boxWhole: all(within(BOX_PRICE, ".a-price-whole")),
  boxFraction: all(within(BOX_PRICE, ".a-price-fraction")),
  deskPrice: all(
    "#corePrice_desktop .apexPriceToPay .a-offscreen, #apex_desktop .apexPriceToPay .a-offscreen",
  ),
  dealPrice: seen("#priceblock_dealprice, #priceblock_pospromoprice"),
  salePrice: seen("#priceblock_saleprice"),
  ourPrice: seen("#priceblock_ourprice:not(.a-text-strike), .guild_priceblock_ourprice, #actualPriceValue"),
  insidePrice: seen(
    "#price_inside_buybox, #newBuyBoxPrice, #soldByThirdParty .a-color-price, #soldByThirdParty .price3P",
  ),
  bookPrice: seen(
    "#buyNewSection .offer-price, #buyNewSection .header-price, span#price, #newOfferAccordionRow .header-price, #mediaNoAccordion .header-price",
  ),
  usedPrice: seen("#usedBuySection .offer-price, #usedBuySection .header-price, #usedPrice"),
  kindlePrice: seen("#kindle-price, .kindle-price .a-color-price"),
  displayedPrice: found("input[name='displayedPrice']", "value"),
  displayedCurrency: found("input[name='displayedPriceCurrencyCode']", "value"),
  priceBlock: seen(
    "#price, #corePriceDisplay_desktop_feature_div, #corePrice_desktop, #corePrice_feature_div",
  ),
  // Where a page may say that its price is in the cart: today's layouts move it between elements of these kinds.
  priceText: shown("[id*='rice'], [id^='apex'], [id*='map-help'], [id*='ccordionRow'], .a-color-price"),
  boxLine: shown(
    "#buybox .a-row, #buybox td, #buybox li, #buybox strong, #usedBuySection .a-row, #usedbuyBox .a-row, table.a-lineitem td, #merchant-info",
  ),
  priceNote: seen(
    "#oneTimePaymentPrice_feature_div, #pixPrice_feature_div, #paymentDiscount_feature_div, #corePriceDisplay_desktop_feature_div .a-size-base, #corePriceDisplay_desktop_feature_div .a-size-small, #taxInclusiveMessage",
  ),
  shipping: seen(
    "#price-shipping-message, #ourprice_shippingmessage, #saleprice_shippingmessage, #usedBuySection [class*='shipping' i], #usedBuySection .a-size-base, #usedbuyBox [class*='shipping' i], #usedbuyBox .a-size-base, #usedOnlyBuybox [class*='shipping' i], #usedOnlyBuybox .a-size-base, .shipping3P, [id*='sedAccordionRow'] [class*='shipping' i]",
  ),
  deliveryPrice: found("[data-csa-c-delivery-price]", "data-csa-c-delivery-price"),
  availability: shown(
    "#availability, #availability_feature_div .a-color-success, #pantryAvailability, #ddmAvailabilityMessage",
  ),
  outOfStock: shown("#outOfStock, #outOfStockBuyBox_feature_div"),
  deliveryMessage: shown(
    "#deliveryBlockMessage, #mir-layout-DELIVERY_BLOCK, #ddmDeliveryMessage, #fast-track-message, #delivery-block, #delivery-message, #dynamicDeliveryMessage_feature_div, #exportsBuybox, [id^='exports_desktop'], [id*='hippingMessage'], #deliveryBlock_feature_div, #availabilityInsideBuyBox_feature_div, #desktop_buybox .a-color-error, #desktop_buybox .a-alert-content, #availability_feature_div .a-color-error, #desktop_buybox .a-color-price",
  ),
  undeliverable: shown('[id*="ndeliverable"]'),
  deliveryError: shown(
    within(
      "#deliveryBlockMessage, #mir-layout-DELIVERY_BLOCK, #ddmDeliveryMessage, #fast-track-message, #delivery-block",
      ".a-color-error",
    ),
  ),
  unqualified: shown(
    "#unqualifiedBuyBox, #unqualifiedBuyBox_feature_div, #unqualified-buybox-olp, #buybox-see-all-buying-choices, #buybox-see-all-buying-choices-announce",
  ),
  partial: shown("#partialStateBuybox, #partialStateBuyBox_feature_div, #partialState_buybox_desktop"),
  sellerMessage: seen("#merchantInfoFeature_feature_div .offer-display-feature-text-message"),
  sellerLabel: seen("#merchantInfoFeature_feature_div .offer-display-feature-label"),
  sellerLink: seen("#sellerProfileTriggerId", "href"),
  fulfillerMessage: seen("#fulfillerInfoFeature_feature_div .offer-display-feature-text-message"),
  tabularLabel: seen("#tabular-buybox .tabular-buybox-label"),
  tabularText: seen("#tabular-buybox .tabular-buybox-text", "tabular-attribute-name"),
  merchantProse: seen("#merchant-info"),
  merchantLink: seen("#merchant-info a", "href", "id"),
  boxSeller: seen(
    within("#buybox, #desktop_buybox, #usedBuySection, #usedbuyBox", "a[href*='seller=']"),
    "href",
  ),
  condition: seen(
    "#conditionInfoFeature_feature_div .offer-display-feature-text-message, #usedItemConditionInfoLink",
  ),
  // What customers say.
  ratingTitle: found("#acrPopover", "title"),
  ratingText: all(
    "#averageCustomerReviews .a-icon-alt, [data-hook='rating-out-of-text'], [data-hook='average-star-rating']",
  ),
  ratingCount: seen("#acrCustomerReviewText"),
  reviewTotal: seen("[data-hook='total-review-count']"),
  bar: found("#histogramTable [aria-label], #histogramTable a[title]", "aria-label", "title"),
  barRow: all("#histogramTable tr, #histogramTable li, #histogramTable .a-histogram-row"),
  meter: found("#histogramTable .a-meter", "aria-valuenow"),
  review: found("[data-hook='review'], [data-hook='cmps-review']", "id"),
  reviewRating: all("[data-hook$='review-star-rating'] .a-icon-alt"),
  reviewTitle: seen("[data-hook='review-title'], [data-hook='reviewTitle']"),
  reviewDate: seen("[data-hook='review-date']"),
  reviewVerified: seen("[data-hook^='avp-badge']"),
  reviewShort: seen("[data-hook='review-collapsed'], [data-hook='reviewText']"),
  reviewBody: seen("[data-hook='review-body']"),
  reviewHelpful: seen("[data-hook='helpful-vote-statement']"),
  reviewVariant: seen("[data-hook^='format-strip']"),
} satisfies Record<string, FieldSelector>;

export type SelectorName = keyof typeof selectors;

/** Elements hidden by their style: whole boxes that the page keeps for other cases. */
export const HIDDEN = "[hidden], [style*='display:none' i], [style*='display: none' i]";

/** Elements that a reader does not see, or not as part of the surrounding text. */
export const UNSEEN =
  "script, style, template, noscript, .a-icon-alt, .a-truncate-cut, .a-popover-preload, .a-expander-prompt, .aok-hidden, .a-hidden, [data-hook$='review-star-rating'], [data-hook='expand-collapse-read-more-less'], .a-expander-header .a-expander-prompt, [data-hook='readMore'], [id^='po-attribute-see-more']";
