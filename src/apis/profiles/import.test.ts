import { describe, expect, test } from "bun:test";
import { zipSync } from "fflate";
import { DAY, open, page, refusal, to } from "../../../test/servers/profiles-site.ts";
import { erase, importPerson } from "./import.ts";
import { profilePage } from "./linkedin/pages.fixture.ts";
import { Profile } from "./responses.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const archive = () =>
  zipSync({
    "Profile.csv": encode(
      'First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location\nInes,Morrow,,1 Secret Lane,4 Mar,Head of Rivers,"Rivers,\nand ""eels""",Utilities,T12 SECRET,"Cork, Ireland"\n',
    ),
    "Positions.csv": encode(
      "Company Name,Title,Description,Location,Started On,Finished On\nWeir & Sons,Head of Rivers,,Cork,Apr 2019,\nLock TestApp,Lock keeper,,,2007,Mar 2019\n",
    ),
    "Skills.csv": encode("Name\nEels\nTide tables\n"),
    "Languages.csv": encode("Name,Proficiency\nIrish,Native or bilingual proficiency\n"),
    "Connections.csv": encode("First Name,Last Name\nSecret,Friend\n"),
    "messages.csv": encode("FROM,CONTENT\nFriend,secret words\n"),
  });

describe("a person's own data", () => {
  test("comes first, whatever the source, and takes nothing that a profile does not show", async () => {
    await using it = await open(() => page("", 404));
    expect(
      await importPerson(it.state, "ines-morrow", [{ name: "export.zip", bytes: archive() }]),
    ).toMatchObject({ imported: true });
    const answer = await it.profile("Ines-Morrow");
    expect(answer).toMatchObject({
      source: "import",
      fullName: "Ines Morrow",
      about: 'Rivers,\nand "eels"',
      current: { title: "Head of Rivers" },
      experience: [
        { start: { value: "2019-04" }, isCurrent: true },
        { start: { value: "2007", precision: "year" }, end: { value: "2019-03" }, isCurrent: false },
      ],
      languages: [{ proficiency: "native-or-bilingual" }],
      sections: { skills: { total: 2, returned: 2, complete: true } },
    });
    expect(Profile.safeParse(answer).error).toBeUndefined();
    expect(JSON.stringify(answer)).not.toMatch(/secret|4 Mar|Friend/i);
    expect([it.seen.length, it.charged()]).toEqual([0, 1]);
  });

  test("is gone after 30 days, or as many as were given", async () => {
    await using it = await open(() => page("", 404));
    await importPerson(it.state, "a", [{ name: "export.zip", bytes: archive() }]);
    await importPerson(it.state, "b", [{ name: "export.zip", bytes: archive() }], { days: 60 });
    it.pass(31 * DAY);
    expect((await refusal(it.profile("a"))).code).toBe("not-found");
    expect(await it.profile("b")).toMatchObject({ source: "import" });
  });

  test("may come as loose tables, or as the JSON of the portability API", async () => {
    const data = [
      { snapshotDomain: "PROFILE", snapshotData: [{ "First Name": "Ines", "Last Name": "Morrow" }] },
      {
        snapshotDomain: "POSITIONS",
        snapshotData: [{ "Company Name": "Weir & Sons", Title: "Head", "Started On": "Apr 2019" }],
      },
      { snapshotDomain: "CONNECTIONS", snapshotData: [{ "First Name": "Secret" }] },
    ];
    await using it = await open(() => page("", 404));
    const loose = [
      { name: "Profile.csv", bytes: encode("\ufeffFirst Name,Last Name\r\nInes,Morrow\r\n") },
      { name: "Skills.csv", bytes: encode("Name\r\nEels\r\n") },
    ];
    await importPerson(it.state, "loose", loose);
    await importPerson(it.state, "api", [
      { name: "x.json", bytes: encode(JSON.stringify({ elements: data })) },
    ]);
    expect(await it.profile("loose")).toMatchObject({ fullName: "Ines Morrow", skills: ["Eels"] });
    expect(await it.profile("api")).toMatchObject({
      current: { title: "Head", company: { name: "Weir & Sons" } },
    });
    expect(JSON.stringify(await it.profile("api"))).not.toContain("Secret");
  });

  test.each([
    ["another archive", zipSync({ "Connections.csv": encode("a,b\n") })],
    ["a broken archive", archive().slice(0, 200)],
    ["a response that is not JSON", encode("{")],
    ["nothing", new Uint8Array()],
    ["words", encode("hello")],
    ["a nameless one", zipSync({ "Profile.csv": encode("First Name,Last Name\n,\n") })],
    ["a table that is far too large", zipSync({ "Profile.csv": new Uint8Array(5_000_000) })],
  ])("%s is refused with what to do", async (_name, bytes) => {
    await using it = await open(() => page("", 404));
    const problem = await refusal(importPerson(it.state, "a", [{ name: "export.zip", bytes }]));
    expect(problem.code).toBe("invalid-body");
  });

  test.each([0, -1, 1.5, 4000, Number.NaN])("%p days are refused", async (days) => {
    await using it = await open(() => page("", 404));
    expect((await refusal(importPerson(it.state, "a", [], { days }))).code).toBe("invalid-parameter");
  });
});

describe("erasing one person", () => {
  test("deletes every copy under every word that led to it, and what was brought in", async () => {
    await using it = await open((url) =>
      url.pathname === "/in/old-word" ? to("/in/ines-morrow") : page(profilePage()),
    );
    await it.profile("old-word");
    await it.profile("ines-morrow");
    await it.profile("someone-else-page");
    await importPerson(it.state, "ines-morrow", [{ name: "export.zip", bytes: archive() }]);
    expect(await erase(it.state, "Ines-Morrow")).toMatchObject({ erased: true });
    const before = it.seen.length;
    for (const word of ["ines-morrow", "old-word"]) {
      expect(await it.profile(word)).toMatchObject({ source: "public", cache: { state: "miss" } });
    }
    expect(it.seen.length).toBeGreaterThan(before);
  });
});
