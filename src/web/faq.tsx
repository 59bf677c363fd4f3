/** @jsxImportSource hono/jsx */
import { Prose } from "./code.tsx";

interface Question {
  readonly question: string;
  readonly answer: string;
  /** Whether it is about keys and plans. */
  readonly metered?: boolean;
}

const questions: readonly Question[] = [
  {
    question: "What happens when my quota is used up?",
    answer:
      "Calls return 429 `quota-exceeded` and the time when the quota resets. There are no overage charges. We email you at 80% and 100%.",
    metered: true,
  },
  {
    question: "Do failed calls cost anything?",
    answer: "No. Only responses with status 2xx are charged, and charges for work that fails are refunded.",
    metered: true,
  },
  {
    question: "Do you store my files and URLs?",
    answer:
      "A sandbox process reads files in memory. They are not stored, except those of a job until it ends. Your request log keeps the parameters of each call, such as URLs, encrypted for 7 days. Responses are stored only if you ask for it, also encrypted: with an `Idempotency-Key` for 24 hours, as a job for 48 hours.",
  },
  {
    question: "Can I cancel any time?",
    answer:
      "Yes. Your plan stays active until the end of the paid period. After that, you have the free quota.",
    metered: true,
  },
  {
    question: "Can I run it on my own servers?",
    answer:
      "Yes. Quintet is open source under the MIT license. With `METERING=off`, all APIs work without keys.",
  },
  {
    question: "Which languages are supported?",
    answer:
      "Any language that can send HTTP requests. The docs have examples, and every API has an OpenAPI 3.1 document.",
  },
];

/** Common questions; those about keys and plans only where calls are metered. */
export function Faq({ metering }: { metering: boolean }) {
  return (
    <section class="band" aria-labelledby="faq-title">
      <header class="opening">
        <h2 id="faq-title">Questions</h2>
      </header>
      <div class="faq">
        {questions
          .filter(({ metered = false }) => metering || !metered)
          .map(({ question, answer }, i) => (
            <details class="folded" open={i === 0}>
              <summary>{question}</summary>
              <p>
                <Prose text={answer} />
              </p>
            </details>
          ))}
      </div>
    </section>
  );
}
