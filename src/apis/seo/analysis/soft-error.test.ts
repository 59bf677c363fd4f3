import { expect, test } from "bun:test";
import { softErrorText } from "./soft-error.ts";

const said = (title: string, h1 = "", words = 20, text = "") =>
  softErrorText(title, [{ level: 1, text: h1, alt: "" }] as never, words, text) !== undefined;

const errors = `Page not found - Example Shop
Oops! That page can’t be found.
We can't find the page you're looking for
We couldn’t find that page
Sorry, the page you requested could not be found
The requested URL was not found on this server.
404
404 | Shop
Shop | 404
404: This page could not be found.
404 Page
404: Not Found
404: Oops, nothing here
Shop - 404 (Not Found)
Error 404 (Not Found)!!1
ERROR: 404
HTTP 404
Nothing Found
Nothing found for blue shoes | Shop
Not Found - Shop
Page doesn't exist
This page isn't available. Sorry about that.
Sorry, this page isn't available
This product is no longer available | Shop
This job has expired
The listing you are looking for has been removed
410 Gone
Page removed
Page missing
Seite nicht gefunden – Laden
Die Seite konnte nicht gefunden werden
Diese Seite existiert nicht (mehr)
Page introuvable
Cette page n’existe plus
Página no encontrada
La página que buscas no existe
Página não encontrada
Ops! Página nao encontrada
Esta página não existe
Pagina non trovata
La pagina non esiste
Pagina niet gevonden
Deze pagina bestaat niet
Nie znaleziono strony
Strona nie istnieje
Страница не найдена
Такой страницы не существует
Сторінку не знайдено
找不到页面
抱歉，您访问的页面不存在
找不到網頁
頁面不存在
未找到页面
ページが見つかりません
お探しのページは見つかりませんでした
ページは存在しません
페이지를 찾을 수 없습니다
존재하지 않는 페이지입니다
الصفحة غير موجودة
لم يتم العثور على الصفحة
Sayfa bulunamadı
Sidan hittades inte
Sidan kunde inte hittas
Siden blev ikke fundet
Siden ble ikke funnet
Siden findes ikke
Sivua ei löytynyt
Stránka nenalezena
Stránka nebyla nalezena
Az oldal nem található
Pagina nu a fost găsită
Η σελίδα δεν βρέθηκε
הדף לא נמצא
पृष्ठ नहीं मिला
Không tìm thấy trang
Halaman tidak ditemukan
ไม่พบหน้าที่คุณต้องการ`.split("\n");

const pages = `Fresh coffee beans
Room 404
Peugeot 404
404 Media
Error 404: the movie
404: A novel | Books
HTTP 404: the band
Area code: 404
404 Coffee Roasters | Home
Area code 404
Order 404 of 500
How to fix "404 not found" errors
What does “page not found” mean?
Why can’t Google find my page
Fixing soft 404 errors
Best 404 error page examples
Lost and found
Found: a home for every dog
The perfect coffee does not exist
Nothing found its way home like this dog
No exit
Products available now
Das Glück, das nicht gefunden werden will
Jobs
`.split("\n");

test.each(errors)("%s is the text of an error page", (text) => {
  expect([said(text), said("Example Shop", text), said("404", text, 400)]).toEqual([true, true, true]);
  // A menu may be long; an article is.
  expect([said(text, "Shop", 400), said("404", text, 1_500)]).toEqual([false, false]);
});

test.each(pages)("%s is no text of an error page", (text) => {
  expect([said(text), said("Example Shop", text), said(text, text)]).toEqual([false, false, false]);
});

test("a name after the number is one of the page, unless its text says that it is an error", () => {
  const names = ["Error 404 - A Short Film", "404 – the novel", "HTTP 404 | The Band"];
  for (const name of names) {
    const alone = said(`${name} | Tickets`, "Tickets", 80, "Ann loses her way in the woods.");
    expect([said(name, name), alone, said(name, "404", 80)]).toEqual([false, false, true]);
    for (const text of ["Oops! Back to the start.", "La página que buscas no existe."])
      expect([said(name, name, 80, text), said(name, "Shop", 80, text)]).toEqual([true, true]);
  }
});
