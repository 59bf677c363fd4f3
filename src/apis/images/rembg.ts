import { z } from "zod";
import type { Context } from "../../kit/context.ts";
import { type CompatibleOperation, fileBytes, operation, type SampleContext } from "../../kit/descriptor.ts";
import { Encoded } from "../../kit/encoded.ts";
import { textValue } from "../../kit/parameter.ts";
import type { Problem, RenderedProblem } from "../../kit/problem.ts";
import type { Color } from "./color.ts";
import type { RemovedBackground } from "./job.ts";
import { registry } from "./models/registry.ts";
import type { OfferedModels } from "./offered-models.ts";
import { imageTypes } from "./pixels/kind.ts";
import { sampleFile } from "./sample.ts";
import { RemoveInput, removalProblems } from "./schemas.ts";

/**
 * `GET` and `POST /api/remove` as the HTTP server of rembg 2.0 has them (`rembg s`), so that its clients work with another
 * base URL: https://github.com/danielgatis/rembg.
 */
const PATH = "/api/remove";

/** The models of rembg that do something else: clothes by kind, points to select, and files of the operator. */
const OTHER_MODELS = ["u2net_cloth_seg", "sam", "u2net_custom", "dis_custom", "ben_custom"];

const MODELS = registry.map(({ name }) => name);

const Model = textValue(z.string().max(64), (name, reject) => {
  if (MODELS.includes(name)) return name;
  const others = `must be one of ${MODELS.join(", ")}`;
  return reject(OTHER_MODELS.includes(name) ? `${others}: ${name} is not supported` : others);
});

const yes = ["true", "1", "on", "yes", "t", "y"];
const no = ["false", "0", "off", "no", "f", "n"];

/** A boolean in the spellings that FastAPI accepts. */
const Flag = textValue(z.string().max(5), (text, reject) => {
  const word = text.toLowerCase();
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : reject("must be true or false");
});

const BackgroundColor = textValue(z.string().max(32), (text, reject): Color => {
  const [red = -1, green = -1, blue = -1, alpha = 255, ...more] = text.split(",").map((part) => {
    const digits = part.trim();
    return /^\d{1,3}$/.test(digits) ? Number(digits) : -1;
  });
  const color = [red, green, blue, alpha] as const;
  if (more.length === 0 && color.every((value) => value >= 0 && value <= 255)) return color;
  return reject("must be red, green, blue and alpha, each 0 to 255, such as 255,255,255,255");
});

const ignored = "Accepted and ignored: edges are always soft and without the color of the old background.";
const threshold = z.int().min(0).max(255);

const Options = z.object({
  model: Model.optional().describe(
    "The model. If this server does not have it, and by default, the operator's model or the built-in engine is used.",
  ),
  a: Flag.optional().describe(ignored),
  af: threshold.default(240).describe(ignored),
  ab: threshold.default(10).describe(ignored),
  ae: z.int().min(0).default(10).describe(ignored),
  om: Flag.optional().describe("`true` returns the alpha mask only, as grayscale."),
  ppm: Flag.optional().describe(
    "true removes thin lines and specks and makes every pixel opaque or transparent.",
  ),
  bgc: BackgroundColor.optional().describe(
    "The background color: red, green, blue and alpha, each 0 to 255.",
  ),
  extras: z.string().max(10_000).optional().describe("Accepted and ignored."),
});

const names = { image: "file", url: "url", background: "bgc", backgroundUrl: "bgc" };

type Asked = z.output<typeof Options> & {
  readonly file?: Uint8Array<ArrayBuffer> | undefined;
  readonly url?: string | undefined;
};

/** Converts an input of rembg to the equivalent input of this API. */
function inputOf({ file, url, om, bgc }: Asked, engine: string): z.output<typeof RemoveInput> {
  return {
    ...RemoveInput.parse({}),
    image: file,
    url,
    engine,
    format: "png",
    response: "image",
    channels: om === true ? "alpha" : "rgba",
    bgColor: om === true ? undefined : bgc,
  };
}

const presented = ({ body, headers }: RemovedBackground) =>
  new Encoded(body, "image/png", { "Quintet-Engine": headers["Quintet-Engine"] ?? "" });

/** The schema of errors: those of FastAPI, with our code. */
const Errors = z.object({
  detail: z.union([
    z.string(),
    z.array(z.object({ type: z.string(), loc: z.array(z.string()), msg: z.string() })),
  ]),
  code: z.string(),
});

/** A problem as FastAPI has it: a list for a parameter, otherwise a text. `isGet` says where parameters are. */
function rendered({ code, status, message, options }: Problem, isGet: boolean): RenderedProblem {
  if (code === "invalid-parameter" || code === "invalid-body") {
    const { parameter } = options;
    const isQuery = isGet || parameter === "bgc" || parameter === "extras";
    const loc = [isQuery ? "query" : "body", ...(parameter === undefined ? [] : [parameter])];
    return { status: 422, body: { detail: [{ type: "value_error", loc, msg: message }], code } };
  }
  const isUrl = code === "url-invalid" || code === "url-not-public";
  const detail = code === "no-foreground" ? "No subject was found in the image." : message;
  return { status: isUrl ? 400 : status, body: { detail, code } };
}

const facts = {
  path: PATH,
  isLenient: true,
  output: z.object({}),
  produces: ["image/png"],
  headers: { "Quintet-Engine": "The engine used." },
  errors: removalProblems,
} as const;

function runsOf(models: OfferedModels) {
  return {
    async sample(input: Asked, { checkUrl }: SampleContext) {
      const { sampleRemoved } = await import("./sample-response.ts");
      const context = { mediaType: "image/png", checkUrl };
      return presented(await sampleRemoved(inputOf(input, "auto"), context, names));
    },
    async run(input: Asked, context: Context) {
      const { removeFrom } = await import("./remove-background.ts");
      const { model = "", ppm: hardEdges = false } = input;
      const engine = model !== "" && (await models.has(model)) ? model : "auto";
      const more = { names, hardEdges };
      return presented(await removeFrom(inputOf(input, engine), "image/png", context, models, more));
    },
  };
}

/** `GET` and `POST /api/remove`. */
export function rembgOperations(models: OfferedModels): CompatibleOperation[] {
  const runs = runsOf(models);
  return [
    {
      id: "rembg",
      errors: Errors,
      problem: (problem) => rendered(problem, false),
      operation: operation({
        ...facts,
        ...runs,
        method: "POST",
        summary: "Remove the background of an image, as rembg's server",
        input: Options.extend({ file: fileBytes(), url: RemoveInput.shape.url }),
        accepts: { file: "file", types: imageTypes },
        examples: [{ title: "A file", input: {}, file: sampleFile }],
      }),
    },
    {
      id: "rembgUrl",
      errors: Errors,
      problem: (problem) => rendered(problem, true),
      operation: operation({
        ...facts,
        ...runs,
        method: "GET",
        summary: "Remove the background of an image by its URL, as rembg's server",
        input: Options.extend({ url: z.string().max(2_048).describe("The URL of the image.") }),
        examples: [{ title: "A URL", input: { url: "https://example.com/photo.jpg" }, upstream: true }],
      }),
    },
  ];
}
