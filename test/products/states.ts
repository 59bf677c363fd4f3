import type { OfferState } from "../../src/apis/products/amazon/state.ts";
import { cart, page } from "./page.ts";

/** What pages of one language say of each state, in the public wording of the marketplaces. */
interface Wording {
  readonly button: string;
  readonly hidden: readonly string[];
  readonly notHere: readonly string[];
  readonly unavailable: string;
  readonly preorder: string;
  readonly inStock: string;
  readonly choices: string;
}

/** By language, as two letters. */
export const wordings: Readonly<Record<string, Wording>> = {
  en: {
    button: "Add to Cart",
    hidden: [
      "To see our price, add this item to your cart. You can always remove it later.",
      "See price in cart",
      "Add to basket to see price",
    ],
    notHere: [
      "This item cannot be shipped to your selected delivery location. Please choose a different delivery location.",
      "This item cannot be dispatched to your selected delivery location.",
      "There are currently no sellers that can deliver this item to your location.",
    ],
    unavailable: "Currently unavailable.",
    preorder: "Pre-order now",
    inStock: "In Stock",
    choices: "See All Buying Options",
  },
  es: {
    button: "Añadir a la cesta",
    hidden: ["Para ver el precio, añade este producto a la cesta.", "Ver precio en el carrito"],
    notHere: [
      "Este producto no se puede enviar al punto de entrega seleccionado.",
      "Este artículo no puede enviarse a la ubicación seleccionada.",
    ],
    unavailable: "No disponible.",
    preorder: "Preventa: resérvalo ahora",
    inStock: "En stock",
    choices: "Ver todas las opciones de compra",
  },
  fr: {
    button: "Ajouter au panier",
    hidden: ["Pour voir le prix, ajoutez cet article à votre panier.", "Voir le prix dans le panier"],
    notHere: [
      "Cet article ne peut pas être expédié vers l’adresse sélectionnée.",
      "Cet article ne peut être livré à l’adresse de votre choix.",
    ],
    unavailable: "Actuellement indisponible.",
    preorder: "Précommander cet article",
    inStock: "En stock",
    choices: "Voir toutes les options d’achat",
  },
  pt: {
    button: "Adicionar ao carrinho",
    hidden: ["Para ver o preço, adicione este produto ao carrinho.", "Ver preço no carrinho"],
    notHere: [
      "Este item não pode ser enviado para o local de entrega selecionado.",
      "Não é possível enviar este produto para o endereço selecionado.",
    ],
    unavailable: "Não disponível.",
    preorder: "Comprar na pré-venda",
    inStock: "Em estoque",
    choices: "Ver todas as opções de compra",
  },
  de: {
    button: "In den Einkaufswagen",
    hidden: [
      "Um unseren Preis zu sehen, legen Sie den Artikel in den Einkaufswagen.",
      "Preis im Einkaufswagen anzeigen",
    ],
    notHere: [
      "Dieser Artikel kann nicht an den ausgewählten Lieferort versandt werden.",
      "Dieser Artikel wird nicht an Ihren Standort geliefert.",
    ],
    unavailable: "Derzeit nicht verfügbar.",
    preorder: "Jetzt vorbestellen",
    inStock: "Auf Lager",
    choices: "Alle Kaufmöglichkeiten ansehen",
  },
  it: {
    button: "Aggiungi al carrello",
    hidden: ["Per vedere il prezzo, aggiungi l’articolo al carrello.", "Vedi il prezzo nel carrello"],
    notHere: [
      "Questo articolo non può essere spedito al punto di consegna selezionato.",
      "L’articolo non può essere consegnato all’indirizzo scelto.",
    ],
    unavailable: "Attualmente non disponibile.",
    preorder: "Preordina ora",
    inStock: "Disponibilità immediata",
    choices: "Vedi tutte le opzioni di acquisto",
  },
  nl: {
    button: "In winkelwagen",
    hidden: [
      "Voeg dit artikel toe aan je winkelwagen om de prijs te zien.",
      "Bekijk de prijs in je winkelwagen",
    ],
    notHere: [
      "Dit artikel kan niet naar de geselecteerde bezorglocatie worden verzonden.",
      "Dit artikel kan niet op je locatie worden bezorgd.",
    ],
    unavailable: "Momenteel niet verkrijgbaar.",
    preorder: "Reserveer nu",
    inStock: "Op voorraad",
    choices: "Alle koopopties bekijken",
  },
  sv: {
    button: "Lägg i varukorgen",
    hidden: ["Lägg till varan i kundvagnen för att se priset.", "Visa pris i varukorgen"],
    notHere: [
      "Den här artikeln kan inte skickas till den valda leveransplatsen.",
      "Artikeln kan inte levereras till din plats.",
    ],
    unavailable: "För närvarande inte tillgänglig.",
    preorder: "Förhandsbeställ nu",
    inStock: "I lager",
    choices: "Visa alla köpalternativ",
  },
  pl: {
    button: "Dodaj do koszyka",
    hidden: ["Aby zobaczyć cenę, dodaj produkt do koszyka.", "Zobacz cenę w koszyku"],
    notHere: [
      "Tego produktu nie można wysłać do wybranej lokalizacji dostawy.",
      "Ten artykuł nie może zostać dostarczony do wybranej lokalizacji.",
    ],
    unavailable: "Obecnie niedostępny.",
    preorder: "Zamów w przedsprzedaży",
    inStock: "Dostępny",
    choices: "Zobacz wszystkie opcje zakupu",
  },
  tr: {
    button: "Sepete Ekle",
    hidden: ["Fiyatı görmek için bu ürünü sepetinize ekleyin.", "Fiyatı sepette görün"],
    notHere: ["Bu ürün, seçtiğiniz teslimat konumuna gönderilemez.", "Bu ürün konumunuza teslim edilemiyor."],
    unavailable: "Şu anda mevcut değil.",
    preorder: "Ön sipariş ver",
    inStock: "Stokta var",
    choices: "Tüm satın alma seçeneklerini gör",
  },
  ar: {
    button: "إضافة إلى عربة التسوق",
    hidden: ["لمعرفة السعر، أضف هذا المنتج إلى عربة التسوق.", "شاهد السعر في عربة التسوق"],
    notHere: ["لا يمكن شحن هذا المنتج إلى موقع التوصيل الذي اخترته.", "لا يمكن توصيل هذا المنتج إلى موقعك."],
    unavailable: "غير متوفر حاليًا.",
    preorder: "اطلب مسبقًا",
    inStock: "متوفر",
    choices: "عرض جميع خيارات الشراء",
  },
  hi: {
    button: "कार्ट में जोड़ें",
    hidden: ["कीमत देखने के लिए इस आइटम को कार्ट में जोड़ें।", "कार्ट में कीमत देखें"],
    notHere: ["यह आइटम आपके चुने हुए स्थान पर डिलीवर नहीं किया जा सकता।", "इस आइटम को शिप नहीं किया जा सकता।"],
    unavailable: "वर्तमान में उपलब्ध नहीं है।",
    preorder: "प्री-ऑर्डर करें",
    inStock: "स्टॉक में है",
    choices: "सभी खरीदारी विकल्प देखें",
  },
  ja: {
    button: "カートに入れる",
    hidden: ["価格を表示するには、この商品をカートに入れてください。", "カートに入れて価格を確認"],
    notHere: [
      "この商品は、選択したお届け先には配送できません。",
      "この商品はお客様の地域にはお届けできません。",
    ],
    unavailable: "現在在庫切れです。",
    preorder: "予約注文する",
    inStock: "在庫あり。",
    choices: "すべての出品を見る",
  },
};

/** Pages of one state in one language, in the shapes in which such pages come. */
export function statePages(words: Wording, language: string): readonly (readonly [OfferState, string])[] {
  const asin = "B0TEST0001";
  const layout = `kitchen ${language}_XX`;
  const stock = (text: string) => `<div id="availability"><span class="a-color-success">${text}</span></div>`;
  const block = (text: string) =>
    `<div id="corePriceDisplay_desktop_feature_div"><table class="a-lineitem"><tr><td>${text}</td></tr></table></div>`;
  const buying = `<div id="unqualifiedBuyBox"><span id="buybox-see-all-buying-choices"><a href="/gp/offer-listing/${asin}">${words.choices}</a></span></div>`;
  const price = `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">19.90</span></span></div>`;
  const button = cart(asin, { button: words.button, inside: price });
  const bare = `<form id="addToCart"><input type="hidden" id="ASIN" name="ASIN" value="${asin}"></form>`;
  return [
    ["featured-offer", page({ layout, box: `${stock(words.inStock)}${button}` })],
    ["preorder", page({ layout, box: cart(asin, { button: words.preorder, inside: price }) })],
    [
      "unavailable",
      page({ layout, box: `${bare}<div id="outOfStock"><div>${words.unavailable}</div></div>` }),
    ],
    ["unavailable", page({ layout, box: `${bare}${stock(words.unavailable)}` })],
    ["other-sellers-only", page({ layout, box: `${bare}${buying}` })],
    [
      "select-variant",
      page({ layout, box: `${bare}<div id="partialStateBuybox"><span>${words.choices}</span></div>` }),
    ],
    ...words.hidden.flatMap((text): (readonly [OfferState, string])[] => [
      [
        "price-hidden-until-cart",
        page({ layout, center: block(text), box: cart(asin, { button: words.button }) }),
      ],
      ["price-hidden-until-cart", page({ layout, center: block(text), box: bare })],
      ["price-hidden-until-cart", page({ layout, box: `<div class="a-row">${text}</div>${bare}${buying}` })],
    ]),
    ...words.notHere.flatMap((text): (readonly [OfferState, string])[] => [
      ["not-deliverable-here", page({ layout, box: `${bare}<div id="outOfStock"><div>${text}</div></div>` })],
      [
        "not-deliverable-here",
        page({ layout, box: `${bare}<div id="deliveryBlockMessage"><div>${text}</div></div>${buying}` }),
      ],
      [
        "not-deliverable-here",
        page({
          layout,
          box: `${bare}<div class="a-section"><span class="a-color-error">${text}</span></div>${buying}`,
        }),
      ],
      ["not-deliverable-here", page({ layout, box: `${bare}${stock(text)}${buying}` })],
    ]),
  ];
}
