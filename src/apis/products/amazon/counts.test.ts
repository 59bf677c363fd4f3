import { expect, test } from "bun:test";
import { readBought } from "./facts.ts";
import { countIn, starsIn } from "./reviews.ts";

test.each([
  ["184,046 ratings", 184_046],
  ["1.033 avaliações", 1_033],
  ["12 345 évaluations", 12_345],
  ["1,23,456 ratings", 123_456],
  ["१,२३४ रेटिंग", 1_234],
  ["٢٬٣٤٥ تقييم", 2_345],
  ["(7)", 7],
  ["", null],
  // Rounded: the page does not say how many.
  ["(1,2K)", null],
  ["1.2K ratings", null],
  ["2K", null],
  ["1.2万", null],
  ["3,5 mil avaliações", null],
  ["12,3 tis.", null],
  ["١٫٢ ألف تقييم", null],
  ["1 हज़ार", null],
])("the count in %p is %p", (text, count) => {
  expect(countIn(text)).toBe(count);
});

test.each([
  ["4.5 out of 5 stars", 4.5],
  ["5つ星のうち4.3", 4.3],
  ["5つ星のうち5.0", 5],
  ["٤٫٥ من ٥ نجوم", 4.5],
  ["5 में से 4.2 सितारे", 4.2],
  ["5 yıldız üzerinden 4,4", 4.4],
  ["4.55 out of 5", 4.55],
  ["5 out of 5 stars, 3 ratings", 5],
  ["4,5 sur 5 étoiles sur 12 avis", 4.5],
  ["0 out of 5", 0],
  ["10 out of 10", null],
  ["", null],
])("the stars in %p are %p", (text, stars) => {
  expect(starsIn(text)).toBe(stars);
});

test.each([
  ["2K+ bought in past month", 2_000],
  ["50+ bought in past month", 50],
  ["過去1か月で1万点以上購入されました", 10_000],
  ["Über 1.000 Mal im letzten Monat gekauft", 1_000],
  ["1,5 Mio. gekauft", 1_500_000],
  ["पिछले महीने 1 हज़ार+ खरीदे गए", 1_000],
  ["पिछले महीने 2 लाख+ खरीदे गए", 200_000],
  ["10 lakh+ bought in past month", 1_000_000],
  ["تم شراء أكثر من ٢ ألف خلال الشهر الماضي", 2_000],
  ["تم شراء أكثر من 3 آلاف", 3_000],
  ["30 kez satın alındı", 30],
  ["40 bought", 40],
])("%p is at least %p", (text, atLeast) => {
  expect(readBought(text)).toEqual({ atLeast });
});
