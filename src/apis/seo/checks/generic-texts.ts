/**
 * Generic link texts about where a link leads, by language. A text counts only as a whole, without
 * punctuation and case. Compiled for this project from real sites.
 */
const texts: Readonly<Record<string, string>> = {
  en: "click here|click this|here|this|this page|this link|link|go|go here|start|right here|more|more info|more information|more details|learn more|read more|see more|view more|find out more|details|continue|continue reading|read on",
  de: "hier|hier klicken|klicken sie hier|klick hier|mehr|mehr erfahren|mehr lesen|mehr infos|mehr informationen|weiterlesen|weiter|lesen sie mehr|details|diese seite|dieser link|zum artikel",
  fr: "ici|cliquez ici|cliquer ici|lire la suite|lire plus|en savoir plus|plus|plus d'infos|plus d'informations|voir plus|suite|cette page|ce lien|détails|continuer",
  es: "aquí|haga clic aquí|haz clic aquí|clic aquí|pulse aquí|más|leer más|ver más|más información|saber más|seguir leyendo|este enlace|esta página|detalles|continuar",
  it: "qui|clicca qui|fai clic qui|leggi di più|leggi tutto|scopri di più|di più|altro|maggiori informazioni|continua|continua a leggere|questo link|dettagli",
  pt: "aqui|clique aqui|clica aqui|leia mais|ler mais|saiba mais|ver mais|mais|mais informações|continuar|continue lendo|este link|detalhes",
  nl: "hier|klik hier|lees meer|meer|meer info|meer informatie|meer lezen|bekijk meer|verder lezen|deze link|deze pagina|details",
  sv: "här|klicka här|läs mer|mer|mer information|se mer|fortsätt läsa|denna länk|detaljer",
  da: "her|klik her|læs mere|mere|mere information|se mere|dette link|detaljer",
  no: "her|klikk her|les mer|mer|mer informasjon|se mer|denne lenken|detaljer",
  pl: "tutaj|kliknij tutaj|kliknij|czytaj więcej|więcej|więcej informacji|zobacz więcej|dowiedz się więcej|ten link|szczegóły",
  ru: "здесь|тут|нажмите здесь|жми сюда|подробнее|читать далее|читать|ещё|еще|далее|узнать больше|больше|эта ссылка|ссылка",
  uk: "тут|натисніть тут|детальніше|читати далі|більше|докладніше|далі|посилання",
  tr: "buraya tıklayın|tıklayın|burada|buradan|devamı|devamını oku|daha fazla|daha fazla bilgi|detaylar|bu bağlantı",
  cs: "zde|klikněte zde|více|číst více|více informací|zjistit více|celý článek|odkaz|podrobnosti",
  ja: "こちら|ここ|ここをクリック|こちらをクリック|クリック|詳細|詳しくはこちら|詳しくは|続きを読む|もっと見る|もっと読む|リンク",
  zh: "点击这里|这里|点这里|点击此处|此处|更多|查看更多|阅读更多|阅读全文|详情|查看详情|了解更多|點擊這裡|這裡|更多資訊|閱讀更多|繼續閱讀|詳情",
  ko: "여기|여기를 클릭|클릭|더 보기|더보기|자세히|자세히 보기|자세히 알아보기|계속 읽기|링크",
  ar: "هنا|اضغط هنا|انقر هنا|المزيد|اقرأ المزيد|للمزيد|التفاصيل|هذا الرابط",
  he: "כאן|לחץ כאן|לחצו כאן|עוד|קרא עוד|קראו עוד|המשך קריאה|לפרטים|לפרטים נוספים",
};

const byLanguage = new Map(
  Object.entries(texts).map(([language, list]) => [language, new Set(list.split("|"))] as const),
);

/** No text of the lists is nearly as long as this. */
const LENGTH_MAX = 60;

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}' ]+/gu, " ")
    .replaceAll(/ +/g, " ")
    .trim();
}

/**
 * Reports whether a link's text says nothing about its target, in the language of the page; English counts on every
 * page without a known language. A language's own name, such as Go, is no generic text where the title has it.
 */
export function isGeneric(text: string, language: string | undefined, title: string): boolean {
  if (text.length > LENGTH_MAX) return false;
  const primary = language?.split(/[-_]/)[0]?.toLowerCase() ?? "en";
  const known = byLanguage.get(primary) ?? byLanguage.get("en");
  const words = plain(text);
  if (known === undefined || !known.has(words)) return false;
  return words.includes(" ") || !new RegExp(`(?:^|[^\\p{L}])${words}(?:$|[^\\p{L}])`, "iu").test(title);
}
