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

/** Whether a text asks visitors to turn JavaScript on, in any of some 30 languages, and not for a part of the page. */
export function asksForScripts(text: string): boolean {
  const start = text.slice(0, NOTICE_MAX);
  return SCRIPTING.test(start) && ASKING.test(start) && !ABOUT_A_PART.test(start);
}

const WAITING = new RegExp(
  `^(?:${[
    "(?:now )?loading|please wait|one moment|just a (?:moment|second|sec)|hold on|initiali[sz]ing|starting|booting|preparing",
    "(?:seite |inhalt )?wird geladen|lädt|lade|laden|einen moment|bitte warten",
    "chargement|veuillez patienter|un instant|cargando|espere|un moment|por favor,? espere",
    "carregando|a carregar|aguarde|caricamento|attendere|bezig met laden|even geduld",
    "ładowanie|proszę czekać|wczytywanie|загрузка|загружа|подождите|пожалуйста,? подождите|завантаження",
    "yükleniyor|lütfen bekleyin|laddar|indlæser|laster|ladataan|načítání|načítá|betöltés|se încarcă|φόρτωση",
    "読み込み中|ロード中|しばらくお待ち|加载中|正在加载|载入中|載入中|請稍候|请稍候|로딩|로드 중|불러오는 중|잠시만",
    "جار(?:ي|ٍ)? التحميل|טוען|लोड हो रहा|กำลังโหลด|đang tải|memuat",
  ].join("|")})`,
  "i",
);
/** A sentence about waiting has few characters. */
const WAITING_MAX = 80;

/** Whether a text only says that something is still to come: "Loading…". */
export function saysWait(text: string): boolean {
  return text.length <= WAITING_MAX && WAITING.test(text);
}
