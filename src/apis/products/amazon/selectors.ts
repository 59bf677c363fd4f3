/** The value to collect from elements that a CSS selector matches, in document order. */
export interface FieldSelector {
  readonly selector: string;
  /** Attributes to keep. */
  readonly attributes?: readonly string[];
  /**
   * Whether to keep the text: `all` with what only screen readers are told, `seen` without it, `shown` only
   * where no style hides it. The text of scripts never counts.
   */
  readonly text?: "seen" | "shown" | "all";
}

/**
 * Selectors for the elements of a product's page, of the layouts from 2017 to 2026. One pass collects them all;
 * `facts.ts`, `offers.ts` and `reviews.ts` decide what they mean.
 */
export const selectors = {
  // The page itself.
  html: { selector: "html", attributes: ["lang"] },
  layout: { selector: "#dp", attributes: ["class"] },
  canonical: { selector: 'link[rel="canonical"]', attributes: ["href"] },
  pageTitle: { selector: "head > title", text: "seen" },
  jsonLd: { selector: 'script[type="application/ld+json"]', text: "all" },
  asin: { selector: "input#ASIN, input[name='ASIN'], input[name='ASIN.0']", attributes: ["value"] },
  deliveryLead: { selector: "#glow-ingress-line1", text: "seen" },
  deliveryPlace: { selector: "#glow-ingress-line2", text: "seen" },
  deliveryLine: {
    selector:
      "#contextualIngressPtLabel_deliveryShortLine, #contextualIngressPtLabel, #glow-ingress-single-line",
    text: "seen",
  },
  // What it is.
  title: { selector: "#productTitle:not(input)", text: "all" },
  ebookTitle: { selector: "#ebooksProductTitle", text: "seen" },
  oldTitle: { selector: "#btAsinTitle", text: "seen" },
  videoTitle: {
    selector: "h1[data-automation-id='title'], .dv-node-dp-title, #aiv-content-title",
    text: "seen",
  },
  byline: {
    selector: "#bylineInfo, #brandByline_feature_div a, #bylineContributor",
    attributes: ["href"],
    text: "seen",
  },
  oldBrand: { selector: "a#brand, #brand", text: "seen" },
  overviewBrand: { selector: "tr.po-brand td:nth-child(2)", text: "seen" },
  author: {
    selector:
      "#bylineInfo .author, #byline .author, #title_feature_div .author, #booksTitle .author, #ebooksTitle .author, #bylineContributor .author",
    text: "seen",
  },
  authorName: {
    selector:
      "#bylineInfo .author .contributorNameID, #bylineInfo .author > a, #bylineInfo .author > span > a, #byline .author .contributorNameID, #byline .author > a, #byline .author > span > a, #title_feature_div .author .contributorNameID, #title_feature_div .author > a, #title_feature_div .author > span > a, #booksTitle .author .contributorNameID, #booksTitle .author > a, #booksTitle .author > span > a, #ebooksTitle .author .contributorNameID, #ebooksTitle .author > a, #ebooksTitle .author > span > a, #bylineContributor .author .contributorNameID, #bylineContributor .author > a, #bylineContributor .author > span > a",
    text: "seen",
  },
  authorRole: {
    selector:
      "#bylineInfo .author .contribution, #byline .author .contribution, #title_feature_div .author .contribution, #booksTitle .author .contribution, #ebooksTitle .author .contribution, #bylineContributor .author .contribution",
    text: "seen",
  },
  bullet: {
    selector:
      "#feature-bullets li, #productFactsDesktopExpander li, #productFactsDesktop_feature_div #pqv-feature-bullets li",
    attributes: ["class", "id"],
    text: "seen",
  },
  description: { selector: "#productDescription", text: "seen" },
  bookDescription: {
    selector: "#bookDescription_feature_div .a-expander-content, #bookDescription_feature_div noscript",
    text: "all",
  },
  overviewRow: { selector: "#productOverview_feature_div tr, #poExpander tr" },
  overviewCell: { selector: "#productOverview_feature_div td, #poExpander td", text: "seen" },
  detailRow: {
    selector:
      "#prodDetails tr, #productDetails_feature_div table.prodDetTable tr, #technicalSpecifications_section_1 tr",
  },
  detailCell: {
    selector:
      "#prodDetails th, #prodDetails td, #productDetails_feature_div table.prodDetTable th, #productDetails_feature_div table.prodDetTable td, #technicalSpecifications_section_1 th, #technicalSpecifications_section_1 td",
    text: "seen",
  },
  detailBullet: {
    selector:
      "#detailBullets_feature_div li, #detail-bullets .content > ul > li, #productDetailsTable .content > ul > li, #audibleproductdetails_feature_div tr",
    text: "seen",
  },
  detailLabel: {
    selector:
      "#detailBullets_feature_div .a-text-bold, #detail-bullets li > b, #productDetailsTable li > b, #audibleproductdetails_feature_div th",
    text: "seen",
  },
  breadcrumb: {
    selector: "#wayfinding-breadcrumbs_feature_div a, #wayfinding-breadcrumbs_container a",
    attributes: ["href"],
    text: "seen",
  },
  rankText: {
    selector:
      "#SalesRank, #prodDetails td, #productDetails_feature_div td, #detailBulletsWrapper_feature_div li, #detail-bullets li, #productDetailsTable li",
    text: "seen",
  },
  rankLink: {
    selector:
      "#SalesRank a[href*='/gp/bestsellers'], #SalesRank a[href*='/zgbs/'], #prodDetails a[href*='/gp/bestsellers'], #prodDetails a[href*='/zgbs/'], #productDetails_feature_div a[href*='/gp/bestsellers'], #productDetails_feature_div a[href*='/zgbs/'], #detailBulletsWrapper_feature_div a[href*='/gp/bestsellers'], #detailBulletsWrapper_feature_div a[href*='/zgbs/'], #detail-bullets a[href*='/gp/bestsellers'], #detail-bullets a[href*='/zgbs/'], #detailBullets_feature_div a[href*='/gp/bestsellers'], #detailBullets_feature_div a[href*='/zgbs/'], #productDetailsTable a[href*='/gp/bestsellers'], #productDetailsTable a[href*='/zgbs/']",
    attributes: ["href"],
    text: "seen",
  },
  landingImage: {
    selector: "#landingImage, #imgBlkFront, #ebooksImgBlkFront, #main-image",
    attributes: ["data-old-hires", "data-a-dynamic-image", "src"],
  },
  aplus: { selector: "#aplus img, #aplus_feature_div img", attributes: ["src"] },
  choiceBadge: { selector: "#acBadge_feature_div", text: "seen" },
  bestSellerBadge: { selector: "#zeitgeistBadge_feature_div", text: "seen" },
  dealBadge: { selector: "#dealBadge_feature_div, #dealBadgeSupportingText", text: "seen" },
  bought: { selector: "#social-proofing-faceout-title-tk_bought", text: "seen" },
  // What it costs, and who sells it.
  row: {
    selector: '[id*="ccordionRow"], #buyNewSection, #usedBuySection, #rentBuySection',
    attributes: ["id", "class"],
  },
  box: {
    selector:
      "#desktop_buybox, #buybox, #buybox_feature_div, #rightCol, form#addToCart, form[action*='handle-buy-box']",
  },
  bundle: {
    selector:
      ".a-carousel, [id^='sims-'], [id^='similarities'], [id*='productBundle'], [id*='tp-'], [id^='twister'], [id*='Accessory'], [id*='accessory'], #tmmSwatches, #mbc, [id^='moreBuyingChoices'], #mediaTabs_tabHeadings",
  },
  formAsin: { selector: 'input[name="items[0.base][asin]"]', attributes: ["value"] },
  formAmount: {
    selector: 'input[name="items[0.base][customerVisiblePrice][amount]"]',
    attributes: ["value"],
  },
  formCurrency: {
    selector: 'input[name="items[0.base][customerVisiblePrice][currencyCode]"]',
    attributes: ["value"],
  },
  formOffer: {
    selector: 'input[name="offerListingID"], input[name="items[0.base][offerListingId]"]',
    attributes: ["value"],
  },
  formMerchant: { selector: "input#merchantID, input[name='merchantID']", attributes: ["value"] },
  addToCart: {
    selector:
      "#add-to-cart-button, #add-to-cart-button-ubb, #buy-now-button, #one-click-button, #oneClickBuyButton, input[name='submit.add-to-cart'], input[name='submit.buy-now'], input[name='submit.addToCart'], input[name='submit.preorder'], #checkoutButtonId",
    attributes: ["value", "name", "title", "aria-label"],
  },
  core: { selector: "#corePriceDisplay_desktop_feature_div, #corePriceDisplay_mobile_feature_div" },
  corePay: {
    selector:
      "#corePriceDisplay_desktop_feature_div .priceToPay, #corePriceDisplay_mobile_feature_div .priceToPay",
  },
  coreOff: {
    selector:
      "#corePriceDisplay_desktop_feature_div .priceToPay .a-offscreen, #corePriceDisplay_mobile_feature_div .priceToPay .a-offscreen",
    text: "all",
  },
  coreSymbol: {
    selector:
      "#corePriceDisplay_desktop_feature_div .priceToPay .a-price-symbol, #corePriceDisplay_mobile_feature_div .priceToPay .a-price-symbol",
    text: "all",
  },
  coreWhole: {
    selector:
      "#corePriceDisplay_desktop_feature_div .priceToPay .a-price-whole, #corePriceDisplay_mobile_feature_div .priceToPay .a-price-whole",
    text: "all",
  },
  coreFraction: {
    selector:
      "#corePriceDisplay_desktop_feature_div .priceToPay .a-price-fraction, #corePriceDisplay_mobile_feature_div .priceToPay .a-price-fraction",
    text: "all",
  },
  coreLabel: {
    selector:
      "#corePriceDisplay_desktop_feature_div > div > .aok-offscreen, #corePriceDisplay_mobile_feature_div > div > .aok-offscreen, #apex-pricetopay-accessibility-label, .apex-pricetopay-accessibility-label",
    text: "all",
  },
  coreRange: {
    selector:
      "#corePriceDisplay_desktop_feature_div .a-price-range .a-price, #corePrice_desktop .a-price-range .a-price, #corePrice_feature_div .a-price-range .a-price",
    text: "all",
  },
  basis: {
    selector:
      "#corePriceDisplay_desktop_feature_div .basisPrice .a-offscreen, #corePriceDisplay_desktop_feature_div .apex-basisprice-value .a-offscreen, #corePriceDisplay_desktop_feature_div .apex-basisprice-value, #corePriceDisplay_mobile_feature_div .basisPrice .a-offscreen, #corePriceDisplay_mobile_feature_div .apex-basisprice-value .a-offscreen, #corePriceDisplay_mobile_feature_div .apex-basisprice-value, #corePrice_desktop .basisPrice .a-offscreen, #corePrice_desktop .apex-basisprice-value .a-offscreen, #corePrice_desktop .apex-basisprice-value, #apex_desktop .basisPrice .a-offscreen, #apex_desktop .apex-basisprice-value .a-offscreen, #apex_desktop .apex-basisprice-value",
    text: "all",
  },
  tableList: {
    selector:
      "#corePrice_desktop .a-text-price[data-a-strike='true'] .a-offscreen, #price .priceBlockStrikePriceString, #price .a-text-strike, #price #listPriceLegalMessage, #listPrice, .a-text-strike#listPriceValue, #buyBoxInner .a-text-strike, #buyNewInner .a-text-strike, #digital-list-price, .digital-list-price .a-text-strike",
    text: "all",
  },
  perUnit: {
    selector:
      "#corePriceDisplay_desktop_feature_div .pricePerUnit, #corePriceDisplay_mobile_feature_div .pricePerUnit, #corePrice_desktop .pricePerUnit, #apex_desktop .pricePerUnit, #corePrice_feature_div .pricePerUnit, .priceblock_ourprice_ppu, #price .a-size-small.a-color-price",
    text: "seen",
  },
  boxPrice: {
    selector: "#corePrice_feature_div .a-price:not(.a-text-price):not(.apex-priceperunit-value) .a-offscreen",
    text: "all",
  },
  boxSymbol: {
    selector:
      "#corePrice_feature_div .a-price:not(.a-text-price):not(.apex-priceperunit-value) .a-price-symbol",
    text: "all",
  },
  boxWhole: {
    selector:
      "#corePrice_feature_div .a-price:not(.a-text-price):not(.apex-priceperunit-value) .a-price-whole",
    text: "all",
  },
  boxFraction: {
    selector:
      "#corePrice_feature_div .a-price:not(.a-text-price):not(.apex-priceperunit-value) .a-price-fraction",
    text: "all",
  },
  deskPrice: {
    selector: "#corePrice_desktop .apexPriceToPay .a-offscreen, #apex_desktop .apexPriceToPay .a-offscreen",
    text: "all",
  },
  dealPrice: { selector: "#priceblock_dealprice, #priceblock_pospromoprice", text: "seen" },
  salePrice: { selector: "#priceblock_saleprice", text: "seen" },
  ourPrice: {
    selector: "#priceblock_ourprice:not(.a-text-strike), .guild_priceblock_ourprice, #actualPriceValue",
    text: "seen",
  },
  insidePrice: {
    selector:
      "#price_inside_buybox, #newBuyBoxPrice, #soldByThirdParty .a-color-price, #soldByThirdParty .price3P",
    text: "seen",
  },
  bookPrice: {
    selector:
      "#buyNewSection .offer-price, #buyNewSection .header-price, span#price, #newOfferAccordionRow .header-price, #mediaNoAccordion .header-price",
    text: "seen",
  },
  usedPrice: {
    selector: "#usedBuySection .offer-price, #usedBuySection .header-price, #usedPrice",
    text: "seen",
  },
  kindlePrice: { selector: "#kindle-price, .kindle-price .a-color-price", text: "seen" },
  displayedPrice: { selector: "input[name='displayedPrice']", attributes: ["value"] },
  displayedCurrency: { selector: "input[name='displayedPriceCurrencyCode']", attributes: ["value"] },
  priceBlock: {
    selector: "#price, #corePriceDisplay_desktop_feature_div, #corePrice_desktop, #corePrice_feature_div",
    text: "seen",
  },
  // Where a page may say that its price is in the cart: today's layouts move it between elements of these kinds.
  priceText: {
    selector: "[id*='rice'], [id^='apex'], [id*='map-help'], [id*='ccordionRow'], .a-color-price",
    text: "shown",
  },
  boxLine: {
    selector:
      "#buybox .a-row, #buybox td, #buybox li, #buybox strong, #usedBuySection .a-row, #usedbuyBox .a-row, table.a-lineitem td, #merchant-info",
    text: "shown",
  },
  priceNote: {
    selector:
      "#oneTimePaymentPrice_feature_div, #pixPrice_feature_div, #paymentDiscount_feature_div, #corePriceDisplay_desktop_feature_div .a-size-base, #corePriceDisplay_desktop_feature_div .a-size-small, #taxInclusiveMessage",
    text: "seen",
  },
  shipping: {
    selector:
      "#price-shipping-message, #ourprice_shippingmessage, #saleprice_shippingmessage, #usedBuySection [class*='shipping' i], #usedBuySection .a-size-base, #usedbuyBox [class*='shipping' i], #usedbuyBox .a-size-base, #usedOnlyBuybox [class*='shipping' i], #usedOnlyBuybox .a-size-base, .shipping3P, [id*='sedAccordionRow'] [class*='shipping' i]",
    text: "seen",
  },
  deliveryPrice: { selector: "[data-csa-c-delivery-price]", attributes: ["data-csa-c-delivery-price"] },
  availability: {
    selector:
      "#availability, #availability_feature_div .a-color-success, #pantryAvailability, #ddmAvailabilityMessage",
    text: "shown",
  },
  outOfStock: { selector: "#outOfStock, #outOfStockBuyBox_feature_div", text: "shown" },
  deliveryMessage: {
    selector:
      "#deliveryBlockMessage, #mir-layout-DELIVERY_BLOCK, #ddmDeliveryMessage, #fast-track-message, #delivery-block, #delivery-message, #dynamicDeliveryMessage_feature_div, #exportsBuybox, [id^='exports_desktop'], [id*='hippingMessage'], #deliveryBlock_feature_div, #availabilityInsideBuyBox_feature_div, #desktop_buybox .a-color-error, #desktop_buybox .a-alert-content, #availability_feature_div .a-color-error, #desktop_buybox .a-color-price",
    text: "shown",
  },
  undeliverable: { selector: '[id*="ndeliverable"]', text: "shown" },
  deliveryError: {
    selector:
      "#deliveryBlockMessage .a-color-error, #mir-layout-DELIVERY_BLOCK .a-color-error, #ddmDeliveryMessage .a-color-error, #fast-track-message .a-color-error, #delivery-block .a-color-error",
    text: "shown",
  },
  unqualified: {
    selector:
      "#unqualifiedBuyBox, #unqualifiedBuyBox_feature_div, #unqualified-buybox-olp, #buybox-see-all-buying-choices, #buybox-see-all-buying-choices-announce",
    text: "shown",
  },
  partial: {
    selector: "#partialStateBuybox, #partialStateBuyBox_feature_div, #partialState_buybox_desktop",
    text: "shown",
  },
  sellerMessage: {
    selector: "#merchantInfoFeature_feature_div .offer-display-feature-text-message",
    text: "seen",
  },
  sellerLabel: { selector: "#merchantInfoFeature_feature_div .offer-display-feature-label", text: "seen" },
  sellerLink: { selector: "#sellerProfileTriggerId", attributes: ["href"], text: "seen" },
  fulfillerMessage: {
    selector: "#fulfillerInfoFeature_feature_div .offer-display-feature-text-message",
    text: "seen",
  },
  tabularLabel: { selector: "#tabular-buybox .tabular-buybox-label", text: "seen" },
  tabularText: {
    selector: "#tabular-buybox .tabular-buybox-text",
    attributes: ["tabular-attribute-name"],
    text: "seen",
  },
  merchantProse: { selector: "#merchant-info", text: "seen" },
  merchantLink: { selector: "#merchant-info a", attributes: ["href", "id"], text: "seen" },
  boxSeller: {
    selector:
      "#buybox a[href*='seller='], #desktop_buybox a[href*='seller='], #usedBuySection a[href*='seller='], #usedbuyBox a[href*='seller=']",
    attributes: ["href"],
    text: "seen",
  },
  condition: {
    selector:
      "#conditionInfoFeature_feature_div .offer-display-feature-text-message, #usedItemConditionInfoLink",
    text: "seen",
  },
  // What customers say.
  ratingTitle: { selector: "#acrPopover", attributes: ["title"] },
  ratingText: {
    selector:
      "#averageCustomerReviews .a-icon-alt, [data-hook='rating-out-of-text'], [data-hook='average-star-rating']",
    text: "all",
  },
  ratingCount: { selector: "#acrCustomerReviewText", text: "seen" },
  reviewTotal: { selector: "[data-hook='total-review-count']", text: "seen" },
  bar: {
    selector: "#histogramTable [aria-label], #histogramTable a[title]",
    attributes: ["aria-label", "title"],
  },
  barRow: {
    selector: "#histogramTable tr, #histogramTable li, #histogramTable .a-histogram-row",
    text: "all",
  },
  meter: { selector: "#histogramTable .a-meter", attributes: ["aria-valuenow"] },
  review: { selector: "[data-hook='review'], [data-hook='cmps-review']", attributes: ["id"] },
  reviewRating: {
    selector: "[data-hook$='review-star-rating'] .a-icon-alt",
    text: "all",
  },
  reviewTitle: { selector: "[data-hook='review-title'], [data-hook='reviewTitle']", text: "seen" },
  reviewDate: { selector: "[data-hook='review-date']", text: "seen" },
  reviewVerified: { selector: "[data-hook^='avp-badge']", text: "seen" },
  reviewShort: { selector: "[data-hook='review-collapsed'], [data-hook='reviewText']", text: "seen" },
  reviewBody: { selector: "[data-hook='review-body']", text: "seen" },
  reviewHelpful: { selector: "[data-hook='helpful-vote-statement']", text: "seen" },
  reviewVariant: { selector: "[data-hook^='format-strip']", text: "seen" },
  // Pages in place of a product.
  captchaForm: { selector: "form[action*='validateCaptcha']", attributes: ["action"] },
  signIn: { selector: "form[name='signIn'], #ap_email", attributes: ["name"] },
} as const satisfies Record<string, FieldSelector>;

export type SelectorName = keyof typeof selectors;

/** Elements hidden by their style: whole boxes that the page keeps for other cases. */
export const HIDDEN = "[hidden], [style*='display:none' i], [style*='display: none' i]";

/** Elements that a reader does not see, or not as part of the surrounding text. */
export const UNSEEN =
  "script, style, template, noscript, .a-icon-alt, .a-truncate-cut, .a-popover-preload, .a-expander-prompt, .aok-hidden, .a-hidden, [data-hook$='review-star-rating'], [data-hook='expand-collapse-read-more-less'], .a-expander-header .a-expander-prompt, [data-hook='readMore']";
