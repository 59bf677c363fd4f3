import { z } from "zod";
import {
  type CompatibleAccount,
  type CompatibleOperation,
  type CompatibleRate,
  fileBytes,
  operation,
} from "../../kit/descriptor.ts";
import { Encoded } from "../../kit/encoded.ts";
import { fileProblems } from "../../kit/fetch-file.ts";
import type { Problem, RenderedProblem } from "../../kit/problem.ts";
import type { RemovedBackground } from "./job.ts";
import type { OfferedModels } from "./offered-models.ts";
import { imageTypes } from "./pixels/kind.ts";
import { sampleFile } from "./sample.ts";
import { RemoveInput } from "./schemas.ts";

/**
 * `POST /v1.0/removebg` and `GET /v1.0/account` as remove.bg's API 1.0 has them, so that its clients work with another
 * base URL: https://www.remove.bg/api.
 */
const own = RemoveInput.shape;

/** The fields of remove.bg. Those whose values mean the same have our schema. */
const Input = z.object({
  image_file: fileBytes(),
  url: own.url,
  size: own.size.unwrap().default("preview"),
  format: own.format,
  channels: own.channels,
  crop: own.crop,
  crop_margin: own.cropMargin,
  scale: own.scale,
  position: own.position,
  roi: own.roi,
  bg_color: own.bgColor,
  bg_image_url: own.bgImageUrl,
  bg_image_file: fileBytes(),
  add_shadow: own.shadow,
  shadow_type: z.string().max(32).optional(),
  shadow_opacity: own.shadowOpacity,
});

const Output = z.object({
  data: z.object({
    result_b64: z.string(),
    foreground_top: z.int(),
    foreground_left: z.int(),
    foreground_width: z.int(),
    foreground_height: z.int(),
  }),
});

/** Converts a remove.bg input to the equivalent input of this API. */
function inputOf(input: z.output<typeof Input>): z.output<typeof RemoveInput> {
  const { format, bg_color: color, bg_image_url: backgroundUrl, bg_image_file: background } = input;
  const isOpaque = backgroundUrl !== undefined || background !== undefined || color?.[3] === 255;
  // remove.bg's auto is JPEG where nothing is transparent, and its JPEG has a white background without another one.
  const isJpeg = format === "jpg" || format === "jpeg" || (format === "auto" && isOpaque);
  const hasShadow = input.shadow_type !== undefined && input.shadow_type !== "none";
  return {
    ...RemoveInput.parse({}),
    image: input.image_file,
    url: input.url,
    response: "image",
    size: input.size,
    format: isJpeg ? "jpg" : format === "auto" ? "png" : format,
    channels: input.channels,
    crop: input.crop,
    cropMargin: input.crop ? input.crop_margin : undefined,
    scale: input.scale,
    position: input.position,
    roi: input.roi,
    bgColor: isJpeg && !isOpaque && input.channels === "rgba" ? (color ?? [255, 255, 255, 255]) : color,
    bgImageUrl: backgroundUrl,
    bgImage: background,
    shadow: input.add_shadow || hasShadow,
    shadowOpacity: input.shadow_opacity,
  };
}

type RemoveBgError = readonly [status: number, code: string, title: string];

const authFailed = (title: string): RemoveBgError => [403, "auth_failed", title];
const noCredits: RemoveBgError = [402, "insufficient_credits", "Insufficient credits"];
const tooMany: RemoveBgError = [429, "rate_limit_exceeded", "Rate limit exceeded"];
const wrongType: RemoveBgError = [400, "invalid_file_type", "Invalid file type"];
const noDownload: RemoveBgError = [400, "failed_to_download_image", "Failed to download image"];

/** remove.bg's codes and statuses for our problems. Other problems keep their code, in snake case. */
const errors: Readonly<Record<string, RemoveBgError>> = {
  "key-missing": authFailed("API Key missing"),
  "key-invalid": authFailed("API Key invalid"),
  "key-revoked": authFailed("API Key invalid"),
  "key-expired": authFailed("API Key expired"),
  "ip-not-allowed": authFailed("IP address not allowed"),
  "account-suspended": authFailed("Account suspended"),
  "quota-exceeded": noCredits,
  "plan-required": noCredits,
  "rate-limited": tooMany,
  busy: tooMany,
  "no-foreground": [400, "unknown_foreground", "Could not identify foreground in image."],
  "unsupported-image": wrongType,
  "unsupported-media-type": wrongType,
  "unreadable-image": [400, "failed_to_read_image", "Failed to read image"],
  "resolution-too-high": [400, "resolution_too_high", "Input image resolution too high"],
  "payload-too-large": [400, "file_size_too_large", "File too large"],
  "url-not-a-file": noDownload,
};

/** A problem as `errors`, the form of remove.bg. */
function rendered(problem: Problem): RenderedProblem {
  const { code, status: own, message: detail, options } = problem;
  const isUrl = options.parameter === names.url || options.parameter === names.backgroundUrl;
  const isUpstream = code.startsWith("upstream-") || (isUrl && code === "invalid-parameter");
  const isSource =
    options.parameter === "image_file" && (code === "invalid-parameter" || code === "invalid-body");
  const known: RemoveBgError | undefined = isSource
    ? detail.startsWith("Send only one")
      ? [400, "multiple_sources", "Multiple image sources given"]
      : [400, "missing_source", "No image given"]
    : isUpstream
      ? noDownload
      : code === "url-invalid" || code === "url-not-public"
        ? [400, "invalid_image_url", `Invalid ${options.parameter} parameter given.`]
        : errors[code];
  const [status, name, title]: RemoveBgError = known ?? [
    own < 500 && own !== 429 && own !== 409 ? 400 : own,
    code.replaceAll("-", "_"),
    detail,
  ];
  return { status, body: { errors: [{ title, detail, code: name }] } };
}

const Errors = z.object({
  errors: z.array(z.object({ title: z.string(), detail: z.string(), code: z.string() })),
});

/** `X-Credits-Charged` and `X-RateLimit-*`, which counts requests. */
function limitHeaders(
  charged: number,
  rate: CompatibleRate | undefined,
  now: number,
): Record<string, string> {
  const charge = { "X-Credits-Charged": String(charged) };
  if (rate === undefined) return charge;
  return {
    ...charge,
    "X-RateLimit-Limit": String(rate.limit),
    "X-RateLimit-Remaining": String(rate.remaining),
    "X-RateLimit-Reset": String(Math.ceil(now / 1000) + rate.resetSeconds),
  };
}

const names = {
  image: "image_file",
  url: "image_url",
  background: "bg_image_file",
  backgroundUrl: "bg_image_url",
};

function presented(removed: RemovedBackground, mediaType: string): Encoded {
  const box = (removed.headers["Quintet-Foreground-Box"] ?? "0,0,0,0").split(",").map(Number);
  const [left = 0, top = 0, width = 0, height = 0] = box;
  const headers = {
    "X-Type": "other",
    "X-Width": removed.headers["Quintet-Width"] ?? "0",
    "X-Height": removed.headers["Quintet-Height"] ?? "0",
    "X-Max-Width": String(removed.full.width),
    "X-Max-Height": String(removed.full.height),
    "X-Foreground-Top": String(top),
    "X-Foreground-Left": String(left),
    "X-Foreground-Width": String(width),
    "X-Foreground-Height": String(height),
  };
  if (mediaType !== "application/json") {
    return new Encoded(removed.body, removed.mediaType, headers);
  }
  const data = {
    result_b64: Buffer.from(removed.body).toString("base64"),
    foreground_top: top,
    foreground_left: left,
    foreground_width: width,
    foreground_height: height,
  };
  return new Encoded(JSON.stringify({ data }), "application/json", headers);
}

/** `POST /v1.0/removebg`. */
export function removeBgOperation(models: OfferedModels): CompatibleOperation {
  return {
    id: "removebg",
    errors: Errors,
    problem: rendered,
    headers: limitHeaders,
    operation: operation({
      method: "POST",
      path: "/v1.0/removebg",
      summary: "Remove the background of an image, as remove.bg's API",
      input: Input,
      synonyms: { image_url: "url", bg_image: "bg_image_file" },
      isLenient: true,
      output: Output,
      produces: ["image/png", "image/webp", "image/jpeg", "application/zip", "application/json"],
      accepts: {
        file: "image_file",
        types: imageTypes,
        base64: "image_file_b64",
        others: ["bg_image_file"],
      },
      headers: {
        "X-Type": "other: the type of the subject is not detected.",
        "X-Width": "Width of the image, in pixels.",
        "X-Height": "Height of the image, in pixels.",
        "X-Max-Width": "Width of the image with size=full, in pixels.",
        "X-Max-Height": "Height of the image with size=full, in pixels.",
        "X-Foreground-Top": "Where the subject begins, in pixels.",
        "X-Foreground-Left": "Where the subject begins, in pixels.",
        "X-Foreground-Width": "Width of the subject, in pixels.",
        "X-Foreground-Height": "Height of the subject, in pixels.",
        "X-Credits-Charged": "Images charged.",
        "X-RateLimit-Limit": "Requests that the key may send at once.",
        "X-RateLimit-Remaining": "How many of them it may send now.",
        "X-RateLimit-Reset": "When it may send all of them again, in seconds since 1970.",
      },
      errors: ["no-foreground", "unsupported-image", ...fileProblems],
      examples: [{ title: "A file", input: {}, file: sampleFile }],
      async sample(input, { mediaType, checkUrl }) {
        const { sampleRemoved } = await import("./sample-response.ts");
        const removed = await sampleRemoved(inputOf(input), { mediaType: "image/png", checkUrl }, names);
        return presented(removed, mediaType);
      },
      async run(input, context) {
        const { removeFrom } = await import("./remove-background.ts");
        const removed = await removeFrom(inputOf(input), "image/png", context, models, { names });
        return presented(removed, context.mediaType);
      },
    }),
  };
}

/** The cost of one image in credits. */
export const IMAGE_CREDITS = 36;

const Account = z.object({
  data: z.object({
    attributes: z.object({
      credits: z.object({
        total: z.int().describe("Images that the account may process."),
        subscription: z.int().describe("The part of its plans and credits."),
        payg: z.int().describe("The part that an operator granted."),
        enterprise: z.int().describe("Always 0."),
      }),
      api: z.object({
        free_calls: z.int().describe("Always 0: previews cost a credit too, so every image is in credits."),
        sizes: z.string().describe("`all`: every size is available."),
      }),
    }),
  }),
});

/** `GET /v1.0/account`. One credit of remove.bg is one image. */
export const removeBgAccount: CompatibleAccount = {
  id: "account",
  summary: "Read the credits of the account, as remove.bg's API",
  path: "/v1.0/account",
  output: Account,
  errors: Errors,
  problem: rendered,
  body(quotas) {
    const imagesOf = (isOnce: boolean) =>
      quotas
        .filter(({ window }) => (window === "once") === isOnce)
        .map(({ unit, remaining }) =>
          unit === "credits" ? Math.floor(remaining / IMAGE_CREDITS) : remaining,
        )
        .reduce((sum, images) => sum + images, 0);
    const [subscription, granted] = [imagesOf(false), imagesOf(true)];
    const credits = { total: subscription + granted, subscription, payg: granted, enterprise: 0 };
    return { data: { attributes: { credits, api: { free_calls: 0, sizes: "all" } } } };
  },
};
