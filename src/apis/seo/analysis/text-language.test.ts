import { expect, test } from "bun:test";
import { otherLanguage } from "./text-language.ts";

const texts = {
  en: "We roast coffee beans from small farms every morning and deliver them to your door within two days. You will find out more about the taste of our beans on this page, and if you have a question, write to us. ",
  de: "Wir rösten jeden Morgen Kaffeebohnen von kleinen Höfen und liefern sie innerhalb von zwei Tagen zu dir nach Hause. Auf dieser Seite findest du mehr über den Geschmack der Bohnen, und wenn du eine Frage hast, schreib uns. ",
  fr: "Nous torréfions chaque matin des grains de café de petites fermes et les livrons chez vous dans les deux jours. Sur cette page vous trouverez plus sur le goût de nos grains, et si vous avez une question, écrivez-nous. ",
  es: "Cada mañana tostamos granos de café de pequeñas fincas y los llevamos a tu casa en dos días. En esta página encontrarás más sobre el sabor de los granos, y si tienes una pregunta, escribe a la dirección de abajo. ",
  pt: "Todas as manhãs torramos grãos de café de pequenas fazendas e os levamos até a sua casa em dois dias. Nesta página você encontra mais sobre o sabor dos grãos, e se tiver uma pergunta, não deixe de escrever para nós. ",
  it: "Ogni mattina tostiamo chicchi di caffè di piccole fattorie e li portiamo a casa tua entro due giorni. In questa pagina trovi di più sul gusto dei nostri chicchi, e se hai una domanda scrivi a noi con il modulo che è sotto. ",
  nl: "Elke ochtend branden we koffiebonen van kleine boerderijen en brengen ze binnen twee dagen bij je thuis. Op deze pagina vind je meer over de smaak van onze bonen, en als je een vraag hebt, schrijf het ons met het formulier. ",
  sv: "Varje morgon rostar vi kaffebönor från små gårdar och levererar dem hem till dig inom två dagar. På den här sidan hittar du mer om smaken av bönorna, och om du har en fråga, skriv till oss. ",
  ca: "Cada matí torrem grans de cafè de petites finques i els portem a casa teva en dos dies. En aquesta pàgina trobaràs més sobre el gust dels grans, i si tens una pregunta, escriu-nos amb el formulari. ",
  ja: "私たちは毎朝小さな農園から届いたコーヒー豆を焙煎し、二日以内にお届けします。このページでは豆の味について詳しく紹介しています。",
  zh: "我们每天早上烘焙来自小农场的咖啡豆，并在两天内送货上门。您可以在此页面上了解有关咖啡豆味道的更多信息。",
  ko: "우리는 매일 아침 작은 농장에서 온 커피콩을 볶아 이틀 안에 집까지 배달합니다. 이 페이지에서 콩의 맛에 대해 더 알아보세요. ",
  ru: "Каждое утро мы обжариваем кофейные зёрна с небольших ферм и доставляем их к вам домой в течение двух дней. ",
  ar: "نحن نحمص حبوب القهوة من المزارع الصغيرة كل صباح ونوصلها إلى باب منزلك خلال يومين. ",
  th: "เราคั่วเมล็ดกาแฟจากฟาร์มเล็กๆทุกเช้าและส่งถึงบ้านคุณภายในสองวัน ",
  el: "Κάθε πρωί καβουρδίζουμε κόκκους καφέ από μικρά αγροκτήματα και τους φέρνουμε στο σπίτι σας. ",
  he: "בכל בוקר אנחנו קולים פולי קפה מחוות קטנות ומביאים אותם לביתכם בתוך יומיים. ",
  hi: "हम हर सुबह छोटे खेतों से आई कॉफ़ी की फलियाँ भूनते हैं और दो दिन में आपके घर पहुँचाते हैं। ",
} as const;
const long = (text: string) => text.repeat(Math.ceil(1_200 / text.length));

test.each(Object.entries(texts))("a text in %s is in its language, and not in others", (language, text) => {
  const groups = [
    "en",
    "de",
    "fr es pt it ca",
    "nl",
    "sv",
    "ja zh",
    "ko",
    "ru",
    "ar",
    "th",
    "el",
    "he",
    "hi",
  ];
  for (const declared of Object.keys(texts)) {
    const isSame = declared === language;
    const isRelated = groups.some((group) => group.includes(language) && group.includes(declared));
    const isLatin = [declared, language].every((tag) => "en de fr es pt it nl sv ca".includes(tag));
    const isUnknown = isLatin && [declared, language].some((tag) => tag === "sv" || tag === "ca");
    const found = otherLanguage(long(text), declared) !== undefined;
    if (isSame || !(isRelated || isUnknown)) expect([declared, found]).toEqual([declared, !isSame]);
  }
});

test.each([
  ["en", `${long(texts.ja).slice(0, 150)}`, "a short text"],
  ["sr", long(texts.en), "a language with two scripts"],
  ["sr-Latn", long(texts.en), "a script that is declared"],
  ["ja", `${long(texts.ja)}${long(texts.en)}`, "a text in two languages"],
  ["x-elvish", long(texts.ja), "a private language"],
  ["", long(texts.ja), "no language"],
  ["en_US", long(texts.en), "a tag with an underscore"],
  ["zz", long(texts.en), "an unknown language"],
  ["en", "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod ".repeat(20), "Latin"],
  ["en", "const x = 1; let y = foo(bar); return { a: 1, b: 2 }; ".repeat(30), "code"],
])("%s: %s%.0s", (language, text) => {
  expect(otherLanguage(text, language)).toBeUndefined();
});

test("the declared script is what counts", () => {
  expect(otherLanguage(long(texts.ru), "sr-Latn")).toBe("the Cyrillic script");
  expect(otherLanguage(long(texts.de), "en-US")).toBe("another language");
  expect(otherLanguage(long(texts.ja), "en_US")).toBe("the Chinese or Japanese script");
});
