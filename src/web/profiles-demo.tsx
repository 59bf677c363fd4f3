/** @jsxImportSource hono/jsx */
import type { PersonShown } from "./demo-answers.ts";

/** `2007 to 2019-03`, `since 2019-04`. */
function span({ start, end, isCurrent }: PersonShown["experience"][number]): string {
  if (isCurrent) return start === null ? "now" : `since ${start.value}`;
  return [start?.value, end?.value].filter((value) => value !== undefined).join(" to ");
}

/** A person's career as a card; the person is invented. */
export function ProfilesDemo({ person }: { person: PersonShown }) {
  const initials = person.fullName.split(" ").map((part) => part.charAt(0));
  return (
    <article class="sheet person">
      <p class="initials" aria-hidden="true">
        {initials}
      </p>
      <div>
        <h3>{person.fullName}</h3>
        <p>{person.headline}</p>
        <p class="soft">{person.location?.text}</p>
      </div>
      <ol class="career">
        {person.experience.map((entry) => (
          <li>
            <span class="soft">{span(entry)}</span>
            <span>
              <strong>{entry.title}</strong>, {entry.company.name}
            </span>
          </li>
        ))}
      </ol>
      <p class="soft">
        Skills: {person.skills.join(", ")}. Dates are as exact as the page has them, and no more.
      </p>
    </article>
  );
}
