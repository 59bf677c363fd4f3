/** Words that ask for JavaScript to be turned on, or say that it is off, in the languages of the web. */
const ASKING = new RegExp(
  [
    "enabl|requir|need|must|turn(?:ed)? (?:it )?on|disabled|turned off|without|support|allow|switch",
    "aktivier|benötig|erforder|einschalt|eingeschaltet|deaktiv|ohne|zulassen",
    "activ|nécessit|requis|désactiv|sans|habilit|necesit|requier|desactiv|sin ",
    "ativ|necess|desativ|requer|sem |abilit|attiv|richied|disabilit|senza",
    "inschakel|ingeschakeld|uitgeschakeld|vereist|nodig|zonder|włącz|wymaga|obsług|bez ",
    "включ|необходим|требует|отключ|поддерж|увімкн|потріб|etkin|gerek|devre dışı",
    "aktivera|kräv|krev|kræv|slå (?:til|på)|käyttöön|vaati|tarvit|povol|zapn|vyžaduj|potřeb",
    "engedélyez|szüksége|ενεργοποι|απαιτ|有効|必要|オン|启用|啟用|开启|開啟|需要|打开|禁用|停用|支持",
    "활성|사용|필요|켜|تفعيل|تمكين|הפעל|לאפשר|सक्षम|เปิดใช้|bật|kích hoạt|aktifkan",
  ].join("|"),
  "i",
);
const SCRIPTING = /java\s?script|джава\s?скрипт/i;

/** Notices about one part of a page: its comments, a map, a form. */
const ABOUT_A_PART =
  /disqus|comment|kommentar|commentaire|comentári|comentario|commento|\bmaps?\b|karte|video|slide|gallery|calendar|kalender|\bchat\b|widget|newsletter|\bforms?\b|formular|e-?mail|captcha|cart\b|search box/i;

/** Notices are short; more of a text is not searched. */
const NOTICE_MAX = 2_000;

/**
 * Reports whether a text asks visitors to turn JavaScript on, in any of some 30 languages, and not for a part of the
 * page.
 */
export function asksForScripts(text: string): boolean {
  const start = text.slice(0, NOTICE_MAX);
  return SCRIPTING.test(start) && ASKING.test(start) && !ABOUT_A_PART.test(start);
}

/** Words that ask visitors to wait, at the start of a text. */
const ASKS_TO_WAIT =
  /^(?:please wait|one moment|just a (?:moment|second|sec)\b|hold on|hang (?:on|tight)|bitte warten|einen moment|veuillez patienter|un instant|(?:por favor,? )?espere|un moment|aguarde|attendere|even geduld|proszę czekać|(?:пожалуйста,? )?подождите|зачекайте|lütfen bekleyin|vänligen vänta|vent venligst|vennligst vent|odota|čekejte|kérjük,? várjon|vă rugăm|しばらくお待ち|少々お待ち|请稍候|請稍候|请稍等|請稍等|잠시만|الرجاء الانتظار|אנא המתן|कृपया प्रतीक्षा|กรุณารอ|vui lòng (?:chờ|đợi)|mohon tunggu|harap tunggu)/i;

/** Words that say that something is loading. */
const LOADING = [
  "loading|initiali[sz]ing|starting up|booting|preparing",
  "wird geladen|werden geladen|lädt|laden|lade",
  "chargement|cargando|carregando|a carregar|caricamento|bezig met laden|wordt geladen",
  "ładowanie|wczytywanie|ładuje|загрузка|загружа(?:ется|ем)|завантаження|yükleniyor|laddar|läser in|indlæser|laster|ladataan",
  "načítání|načítá|betöltés|se încarcă|φόρτωση",
  "読み込み中|読み込んで|ロード中|加载中|正在加载|载入中|載入中|로딩|로드 중|불러오는 중",
  "جار(?:ي|ٍ)? التحميل|טוען|लोड हो रहा|กำลังโหลด|đang tải|memuat",
].join("|");
const STARTS_LOADING = new RegExp(`^(?:now )?(?:${LOADING}|starting|(?:seite|inhalt) wird geladen)`, "i");
const SAYS_LOADING = new RegExp(LOADING, "i");
const IS_LOADING = /(?:\b(?:is|are) loading|wird geladen|werden geladen|wordt geladen)[.!]?$/i;
const ELLIPSIS = /(?:…|\.\s?\.|。。|⋯)$/;

/** A sentence about waiting has few characters, and one without an ellipsis few words. */
const WAITING_MAX = 80;
const LOADING_WORDS = 3;

/** Reports whether a text only says that something is still to come: "Loading…", "Your harbor is loading…". */
export function saysWait(text: string): boolean {
  if (text.length > WAITING_MAX) return false;
  if (ASKS_TO_WAIT.test(text) || IS_LOADING.test(text)) return true;
  if (ELLIPSIS.test(text) && SAYS_LOADING.test(text)) return true;
  return STARTS_LOADING.test(text) && text.split(/\s+/).length <= LOADING_WORDS;
}

/** Words of pages that check a visitor before they show anything, in the languages of the web. */
const CHECKING = new RegExp(
  [
    "check(?:ing)? (?:if )?(?:your|the) (?:web )?(?:browser|site connection|connection)",
    "verif(?:y|ying) (?:that )?(?:you|your browser)|human verification|robot challenge|security (?:check|verification|checkpoint)\\b",
    "(?:you are|you're|i am|i'm) (?:not a (?:ro)?bot|(?:a )?human)|are you (?:a )?(?:human|robot)|complete the captcha",
    "(?:überprüf|prüf)\\S{0,20} (?:ihre[ns]?|deine[ns]?|des) browser|kein roboter|sicherheitsüberprüfung",
    "vérifi\\S{1,20} (?:de )?(?:votre|la connexion)|pas un robot|contrôle de sécurité",
    "(?:verific|comprob)\\S{1,20} (?:que (?:eres|usted)|(?:de )?(?:su|tu) navegador)|no (?:eres|soy|es) un robot",
    "verific\\S{1,20} (?:se você|o seu|seu|que você)|não (?:é|sou) um robô|verific\\S{1,20} (?:che|del) |non sei un robot",
    "controle van (?:uw|je) browser|geen robot|nie jesteś robotem|sprawdzanie (?:twojej|przeglądarki)",
    "проверк\\S{1,20} (?:вашего )?(?:браузера|безопасности)|вы не робот|перевірк\\S{1,20} (?:вашого )?браузера",
    "robot olmadığınız|tarayıcınız kontrol",
    "ブラウザを(?:確認|チェック)|ロボットではない|人机验证|人機驗證|安全验证|安全驗證|正在检查(?:您的)?浏览器|真人|브라우저를? 확인|로봇이 아닙니다",
  ].join("|"),
  "i",
);

/** Reports whether a text says that the visitor or the browser is being checked. */
export function saysChecking(text: string): boolean {
  return CHECKING.test(text.slice(0, NOTICE_MAX));
}
