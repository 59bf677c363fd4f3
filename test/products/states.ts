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
      "Price is shown at checkout.",
      "You will see the price in your basket.",
      "Our price is too low to show: add to cart to see it.",
      "We can't display the price here. Add this item to your cart to view the price.",
      "Price visible in cart only",
    ],
    notHere: [
      "This item cannot be shipped to your selected delivery location. Please choose a different delivery location.",
      "This item cannot be dispatched to your selected delivery location.",
      "There are currently no sellers that can deliver this item to your location.",
      "Sorry, this item does not ship to Norway.",
      "Not available for delivery to your address.",
      "This seller doesn't deliver to your location.",
      "Delivery to this country is not possible.",
      "Item can't be delivered to the selected address.",
    ],
    unavailable: "Currently unavailable.",
    preorder: "Pre-order now",
    inStock: "In Stock",
    choices: "See All Buying Options",
  },
  es: {
    button: "Añadir a la cesta",
    hidden: [
      "Para ver el precio, añade este producto a la cesta.",
      "Ver precio en el carrito",
      "El precio se muestra en el carrito.",
      "Añádelo a la cesta para conocer el precio.",
      "No podemos mostrar el precio: agrégalo al carrito para verlo.",
      "Precio visible en la cesta",
      "Consulta el precio en el carrito",
    ],
    notHere: [
      "Este producto no se puede enviar al punto de entrega seleccionado.",
      "Este artículo no puede enviarse a la ubicación seleccionada.",
      "No se realizan envíos a esta dirección.",
      "Este vendedor no realiza entregas en tu país.",
      "No es posible entregar este producto en tu ubicación.",
      "El producto no se envía a Chile.",
      "Actualmente no hay vendedores que puedan enviar este producto a tu ubicación.",
    ],
    unavailable: "No disponible.",
    preorder: "Preventa: resérvalo ahora",
    inStock: "En stock",
    choices: "Ver todas las opciones de compra",
  },
  fr: {
    button: "Ajouter au panier",
    hidden: [
      "Pour voir le prix, ajoutez cet article à votre panier.",
      "Voir le prix dans le panier",
      "Le prix s’affiche dans votre panier.",
      "Ajoutez au panier pour découvrir le prix.",
      "Prix visible dans le panier",
      "Nous ne pouvons pas afficher le prix : ajoutez l’article au panier.",
      "Affichez le prix dans votre panier",
    ],
    notHere: [
      "Cet article ne peut pas être expédié vers l’adresse sélectionnée.",
      "Cet article ne peut être livré à l’adresse de votre choix.",
      "Cet article n’est pas livrable à cette adresse.",
      "Aucun vendeur ne livre actuellement cet article à votre adresse.",
      "La livraison vers ce pays n’est pas possible.",
      "Ce vendeur n'expédie pas vers votre pays.",
      "Nous ne livrons pas cet article dans votre région.",
    ],
    unavailable: "Actuellement indisponible.",
    preorder: "Précommander cet article",
    inStock: "En stock",
    choices: "Voir toutes les options d’achat",
  },
  pt: {
    button: "Adicionar ao carrinho",
    hidden: [
      "Para ver o preço, adicione este produto ao carrinho.",
      "Ver preço no carrinho",
      "O preço é exibido no carrinho.",
      "Adicione ao carrinho para saber o preço.",
      "Preço visível no carrinho",
      "Não podemos mostrar o preço: adicione ao carrinho.",
      "Veja o preço no carrinho",
    ],
    notHere: [
      "Este item não pode ser enviado para o local de entrega selecionado.",
      "Não é possível enviar este produto para o endereço selecionado.",
      "Este vendedor não entrega no seu endereço.",
      "Não entregamos este produto na sua região.",
      "No momento, não há vendedores que possam enviar este item para o seu local.",
      "Envio não disponível para este destino.",
      "O produto não é enviado para Portugal.",
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
      "Der Preis wird im Einkaufswagen angezeigt.",
      "In den Einkaufswagen legen, um den Preis zu erfahren.",
      "Preis erst im Warenkorb sichtbar",
      "Preis im Einkaufswagen ansehen",
      "Wir können den Preis hier nicht anzeigen. Er erscheint im Einkaufswagen: Preis dort ansehen",
    ],
    notHere: [
      "Dieser Artikel kann nicht an den ausgewählten Lieferort versandt werden.",
      "Dieser Artikel wird nicht an Ihren Standort geliefert.",
      "Keine Lieferung an diesen Standort möglich.",
      "Dieser Verkäufer liefert nicht nach Norwegen.",
      "Derzeit gibt es keine Verkäufer, die diesen Artikel an Ihren Standort liefern können.",
      "Der Artikel ist für Ihre Adresse nicht lieferbar.",
      "Versand an diese Adresse nicht möglich.",
    ],
    unavailable: "Derzeit nicht verfügbar.",
    preorder: "Jetzt vorbestellen",
    inStock: "Auf Lager",
    choices: "Alle Kaufmöglichkeiten ansehen",
  },
  it: {
    button: "Aggiungi al carrello",
    hidden: [
      "Per vedere il prezzo, aggiungi l’articolo al carrello.",
      "Vedi il prezzo nel carrello",
      "Il prezzo viene mostrato nel carrello.",
      "Aggiungi al carrello per scoprire il prezzo.",
      "Prezzo visibile nel carrello",
      "Non possiamo mostrare il prezzo: aggiungilo al carrello.",
      "Visualizza il prezzo nel carrello",
    ],
    notHere: [
      "Questo articolo non può essere spedito al punto di consegna selezionato.",
      "L’articolo non può essere consegnato all’indirizzo scelto.",
      "Questo venditore non spedisce nel tuo Paese.",
      "La consegna a questo indirizzo non è possibile.",
      "Al momento non ci sono venditori che possono consegnare questo articolo.",
      "Articolo non spedibile in Svizzera.",
      "Non è possibile inviare questo prodotto alla località scelta.",
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
      "De prijs wordt getoond in je winkelwagen.",
      "Prijs zichtbaar in winkelmandje",
      "We kunnen de prijs hier niet weergeven: voeg toe aan je winkelwagen.",
      "Zie de prijs in je winkelwagen",
      "Prijs bekijken in winkelwagen",
    ],
    notHere: [
      "Dit artikel kan niet naar de geselecteerde bezorglocatie worden verzonden.",
      "Dit artikel kan niet op je locatie worden bezorgd.",
      "Deze verkoper levert niet op jouw locatie.",
      "Bezorging op dit adres is niet mogelijk.",
      "Er zijn momenteel geen verkopers die dit artikel op jouw locatie kunnen bezorgen.",
      "Het artikel is niet leverbaar in België.",
      "We verzenden dit artikel niet naar Noorwegen.",
    ],
    unavailable: "Momenteel niet verkrijgbaar.",
    preorder: "Reserveer nu",
    inStock: "Op voorraad",
    choices: "Alle koopopties bekijken",
  },
  sv: {
    button: "Lägg i varukorgen",
    hidden: [
      "Lägg till varan i kundvagnen för att se priset.",
      "Visa pris i varukorgen",
      "Priset visas i kundvagnen.",
      "Pris synligt i varukorgen",
      "Vi kan inte visa priset här: lägg varan i varukorgen.",
      "Se pris i kundvagnen",
      "Priset syns först i varukorgen.",
    ],
    notHere: [
      "Den här artikeln kan inte skickas till den valda leveransplatsen.",
      "Artikeln kan inte levereras till din plats.",
      "Säljaren levererar inte till Norge.",
      "Leverans till den här adressen är inte möjlig.",
      "Det finns inga säljare som kan leverera varan till din plats.",
      "Varan skickas ej till din adress.",
      "Vi kan inte leverera den här varan hit.",
    ],
    unavailable: "För närvarande inte tillgänglig.",
    preorder: "Förhandsbeställ nu",
    inStock: "I lager",
    choices: "Visa alla köpalternativ",
  },
  pl: {
    button: "Dodaj do koszyka",
    hidden: [
      "Aby zobaczyć cenę, dodaj produkt do koszyka.",
      "Zobacz cenę w koszyku",
      "Cena zostanie wyświetlona w koszyku.",
      "Cena widoczna w koszyku",
      "Dodaj do koszyka, aby poznać cenę.",
      "Nie możemy tu pokazać ceny: dodaj produkt do koszyka.",
      "Sprawdź cenę w koszyku",
    ],
    notHere: [
      "Tego produktu nie można wysłać do wybranej lokalizacji dostawy.",
      "Ten artykuł nie może zostać dostarczony do wybranej lokalizacji.",
      "Sprzedawca nie wysyła do Norwegii.",
      "Dostawa pod ten adres nie jest możliwa.",
      "Obecnie brak sprzedawców, którzy mogą dostarczyć ten produkt.",
      "Produkt niedostępny w dostawie do tej lokalizacji.",
      "Nie dostarczamy tego produktu do wybranego kraju.",
    ],
    unavailable: "Obecnie niedostępny.",
    preorder: "Zamów w przedsprzedaży",
    inStock: "Dostępny",
    choices: "Zobacz wszystkie opcje zakupu",
  },
  tr: {
    button: "Sepete Ekle",
    hidden: [
      "Fiyatı görmek için bu ürünü sepetinize ekleyin.",
      "Fiyatı sepette görün",
      "Fiyat sepette gösterilir.",
      "Fiyatı öğrenmek için sepete ekleyin.",
      "Fiyat yalnızca sepette görünür",
      "Fiyatı burada gösteremiyoruz: sepete ekleyin.",
      "Sepette fiyatı görüntüleyin",
    ],
    notHere: [
      "Bu ürün, seçtiğiniz teslimat konumuna gönderilemez.",
      "Bu ürün konumunuza teslim edilemiyor.",
      "Satıcı bu adrese gönderim yapmıyor.",
      "Bu konuma teslimat mümkün değil.",
      "Bu ürünü konumunuza teslim edebilecek satıcı yok.",
      "Bu ürün Norveç'e gönderilmez.",
      "Seçilen adrese teslimat yapılamıyor.",
    ],
    unavailable: "Şu anda mevcut değil.",
    preorder: "Ön sipariş ver",
    inStock: "Stokta var",
    choices: "Tüm satın alma seçeneklerini gör",
  },
  ar: {
    button: "إضافة إلى عربة التسوق",
    hidden: [
      "لمعرفة السعر، أضف هذا المنتج إلى عربة التسوق.",
      "شاهد السعر في عربة التسوق",
      "يظهر السعر في عربة التسوق.",
      "أضف إلى السلة لرؤية السعر",
      "السعر ظاهر في السلة فقط",
      "لا يمكننا عرض السعر هنا: أضف المنتج إلى عربة التسوق",
      "اطلع على السعر في السلة",
    ],
    notHere: [
      "لا يمكن شحن هذا المنتج إلى موقع التوصيل الذي اخترته.",
      "لا يمكن توصيل هذا المنتج إلى موقعك.",
      "البائع لا يشحن إلى بلدك.",
      "التوصيل غير متاح إلى هذا العنوان.",
      "لا يوجد حالياً بائعون يمكنهم توصيل هذا المنتج إلى موقعك.",
      "لا نقوم بتوصيل هذا المنتج إلى موقعك.",
      "الشحن إلى هذا البلد غير ممكن.",
    ],
    unavailable: "غير متوفر حاليًا.",
    preorder: "اطلب مسبقًا",
    inStock: "متوفر",
    choices: "عرض جميع خيارات الشراء",
  },
  hi: {
    button: "कार्ट में जोड़ें",
    hidden: [
      "कीमत देखने के लिए इस आइटम को कार्ट में जोड़ें।",
      "कार्ट में कीमत देखें",
      "कीमत कार्ट में दिखाई जाएगी।",
      "कीमत जानने के लिए कार्ट में जोड़ें",
      "कार्ट में मूल्य देखें",
      "हम यहाँ कीमत नहीं दिखा सकते: इसे कार्ट में जोड़ें",
      "कीमत केवल कार्ट में दिखती है",
    ],
    notHere: [
      "यह आइटम आपके चुने हुए स्थान पर डिलीवर नहीं किया जा सकता।",
      "इस आइटम को शिप नहीं किया जा सकता।",
      "विक्रेता इस पते पर डिलीवरी नहीं करता।",
      "इस स्थान पर डिलीवरी उपलब्ध नहीं है।",
      "यह उत्पाद आपके देश में नहीं भेजा जाता।",
      "इस पते पर शिपिंग संभव नहीं है।",
      "आपके स्थान पर यह आइटम डिलीवर नहीं हो सकता।",
    ],
    unavailable: "वर्तमान में उपलब्ध नहीं है।",
    preorder: "प्री-ऑर्डर करें",
    inStock: "स्टॉक में है",
    choices: "सभी खरीदारी विकल्प देखें",
  },
  ja: {
    button: "カートに入れる",
    hidden: [
      "価格を表示するには、この商品をカートに入れてください。",
      "カートに入れて価格を確認",
      "価格はカートに入れると表示されます。",
      "カート内で価格をご覧ください",
      "カートに入れて価格を見る",
      "価格を知るにはカートに追加してください",
      "ここでは価格を表示できません。カートで価格をご確認ください。",
    ],
    notHere: [
      "この商品は、選択したお届け先には配送できません。",
      "この商品はお客様の地域にはお届けできません。",
      "この商品はご指定の住所へ発送できません。",
      "現在、お客様の所在地にお届けできる出品者はいません。",
      "ノルウェーへの配送は不可です。",
      "お届け先への配送に対応していません。",
      "海外への発送はいたしかねます。",
    ],
    unavailable: "現在在庫切れです。",
    preorder: "予約注文する",
    inStock: "在庫あり。",
    choices: "すべての出品を見る",
  },
};

/** The words of a language, as two letters. Throws for one that has none. */
export function wordingOf(language: string): Wording {
  const words = wordings[language];
  if (words === undefined) throw new TypeError(`no words in ${language}`);
  return words;
}

/** What is the same on every page of a product, in its parts. */
interface Around {
  readonly layout: string;
  readonly asin?: string;
  /** As HTML. */
  readonly title?: string;
  readonly center?: string;
  readonly below?: string;
  /** In the box of an offer that can be bought: its price, stock and seller. */
  readonly offer: string;
}

/**
 * Pages of every state in one language, in the shapes in which such pages come; of each state the plainest first.
 */
export function statePages(
  words: Wording,
  { layout, asin = "B0TEST0001", title = "A kettle of steel", center = "", below = "", offer }: Around,
): readonly (readonly [OfferState, string])[] {
  const shown = (parts: { readonly center?: string; readonly box: string }) =>
    page({ layout, asin, title, below, ...parts, center: center + (parts.center ?? "") });
  const stock = (text: string) => `<div id="availability"><span class="a-color-success">${text}</span></div>`;
  const block = (text: string) =>
    `<div id="corePriceDisplay_desktop_feature_div"><table class="a-lineitem"><tr><td>${text}</td></tr></table></div>`;
  const buying = `<div id="unqualifiedBuyBox"><span id="buybox-see-all-buying-choices"><a href="/gp/offer-listing/${asin}">${words.choices}</a></span></div>`;
  const button = cart(asin, { button: words.button, inside: offer });
  const bare = `<form id="addToCart"><input type="hidden" id="ASIN" name="ASIN" value="${asin}"></form>`;
  return [
    ["featured-offer", shown({ box: `${stock(words.inStock)}${button}` })],
    ["preorder", shown({ box: cart(asin, { button: words.preorder, inside: offer }) })],
    ["unavailable", shown({ box: `${bare}<div id="outOfStock"><div>${words.unavailable}</div></div>` })],
    ["unavailable", shown({ box: `${bare}${stock(words.unavailable)}` })],
    ["other-sellers-only", shown({ box: `${bare}${buying}` })],
    [
      "select-variant",
      shown({ box: `${bare}<div id="partialStateBuybox"><span>${words.choices}</span></div>` }),
    ],
    ["unknown", shown({ box: bare })],
    ...words.hidden.flatMap((text): (readonly [OfferState, string])[] => [
      ["price-hidden-until-cart", shown({ center: block(text), box: cart(asin, { button: words.button }) })],
      ["price-hidden-until-cart", shown({ center: block(text), box: bare })],
      ["price-hidden-until-cart", shown({ box: `<div class="a-row">${text}</div>${bare}${buying}` })],
    ]),
    ...words.notHere.flatMap((text): (readonly [OfferState, string])[] => [
      ["not-deliverable-here", shown({ box: `${bare}<div id="outOfStock"><div>${text}</div></div>` })],
      [
        "not-deliverable-here",
        shown({ box: `${bare}<div id="deliveryBlockMessage"><div>${text}</div></div>${buying}` }),
      ],
      [
        "not-deliverable-here",
        shown({
          box: `${bare}<div class="a-section"><span class="a-color-error">${text}</span></div>${buying}`,
        }),
      ],
      ["not-deliverable-here", shown({ box: `${bare}${stock(text)}${buying}` })],
    ]),
  ];
}
