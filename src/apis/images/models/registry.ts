import { IMAGENET, type Recipe } from "./recipe.ts";

/** A model that can be fetched by name. */
export interface Entry extends Recipe {
  readonly name: string;
  /** Its name under the base address. */
  readonly file: string;
  /** The length in bytes, where it is published. */
  readonly bytes?: number;
  /** The checksum of the file, in lowercase hexadecimal. */
  readonly checksum: { readonly algorithm: "md5" | "sha256"; readonly hex: string };
  readonly licence: string;
  /** Whether it may be used to earn money; `unstated` where its makers do not say. */
  readonly commercial: "yes" | "no" | "unstated";
  /** The use of the model, and other information for operators. */
  readonly note: string;
}

/** The release that contains the files below; UPSTREAM_URLS may name a mirror. */
export const MODELS_HOME = "https://github.com/danielgatis/rembg/releases/download/v0.0.0";

const u2net = {
  input: { width: 320, height: 320 },
  ...IMAGENET,
  output: "sigmoid",
  licence: "Apache-2.0",
  commercial: "yes",
} as const;

const isnet = {
  ...u2net,
  input: { width: 1024, height: 1024 },
  mean: [0.5, 0.5, 0.5],
  std: [1, 1, 1],
} as const;

const birefnet = {
  ...u2net,
  input: isnet.input,
  output: "logits",
  licence: "MIT",
} as const;

const unstated = { licence: "not stated", commercial: "unstated" } as const;

/** Models of a family, one a line: name, file (= for `NAME.onnx`), bytes where they are published, checksum, note. */
function models(
  family: Omit<Entry, "name" | "file" | "bytes" | "checksum" | "note">,
  table: string,
): Entry[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", file = "", bytes = "", hex = "", ...note] = line.trim().split(" ");
      return {
        ...family,
        name,
        file: file === "=" ? `${name}.onnx` : file,
        ...(bytes === "?" ? {} : { bytes: Number(bytes) }),
        checksum: { algorithm: hex.length === 32 ? "md5" : "sha256", hex },
        note: note.join(" "),
      };
    });
}

/**
 * The models that are known by name, from the smallest to the largest of each family. Files, checksums and
 * preprocessing are those of rembg 2.0.77 (`rembg/sessions`, github.com/danielgatis/rembg, commit 684f8e9).
 */
export const registry: readonly Entry[] = [
  ...models(
    u2net,
    `
  u2netp = 4574861 309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8 U-2-Net at 1/40 of its size; the fastest
  u2net = 175997641 8d10d2f3bb75ae3b6d527c77944fc5e7dcd94b29809d47a739a7a728a912b491 U-2-Net for all kinds of subjects
  u2net_human_seg = ? c09ddc2e0104f800e3e1bb4652583d1f U-2-Net trained on people`,
  ),
  ...models(
    { ...u2net, ...unstated },
    "silueta = ? 55e59e0d8062d2f5d013f4725ee84782 U-2-Net at 1/4 of its size, from its issue 295",
  ),
  ...models(
    isnet,
    "isnet-general-use = 178648008 60920e99c45464f2ba57bee2ad08c919a52bbf852739e96947fbb4358c0d964a IS-Net: finer edges than U-2-Net; its training images (DIS5K) have their own terms",
  ),
  ...models(
    { ...isnet, mean: IMAGENET.mean, ...unstated },
    "isnet-anime = ? 6f184e756bb3bd901c8849220a83e38e IS-Net trained on drawn figures (SkyTNT/anime-segmentation)",
  ),
  ...models(
    birefnet,
    `
  birefnet-general-lite BiRefNet-general-bb_swin_v1_tiny-epoch_232.onnx 224005088 5600024376f572a557870a5eb0afb1e5961636bef4e1e22132025467d0f03333 BiRefNet with a small backbone: slow and fine
  birefnet-general BiRefNet-general-epoch_244.onnx 972666916 58f621f00f5d756097615970a88a791584600dcf7c45b18a0a6267535a1ebd3c BiRefNet: the finest edges, and very slow without a GPU
  birefnet-portrait BiRefNet-portrait-epoch_150.onnx ? c3a64a6abf20250d090cd055f12a3b67 BiRefNet trained on portraits
  birefnet-dis BiRefNet-DIS-epoch_590.onnx ? 2d4d44102b446f33a4ebb2e56c051f2b BiRefNet trained on thin and intricate objects
  birefnet-hrsod BiRefNet-HRSOD_DHU-epoch_115.onnx ? c017ade5de8a50ff0fd74d790d268dda BiRefNet trained on large images
  birefnet-cod BiRefNet-COD-epoch_125.onnx ? f6d0d21ca89d287f17e7afe9f5fd3b45 BiRefNet trained on camouflaged subjects
  birefnet-massive BiRefNet-massive-TR_DIS5K_TR_TEs-epoch_420.onnx ? 33e726a2136a3d59eb0fdf613e31e3e9 BiRefNet trained on all of these`,
  ),
  ...models(
    { ...birefnet, output: "sigmoid", licence: "BRIA RMBG 2.0", commercial: "no" },
    "bria-rmbg bria-rmbg-2.0.onnx ? 5b486f08200f513f460da46dd701db5fbb47d79b4be4b708a19444bcd4e79958 non-commercial use only, unless you have a license from BRIA",
  ),
];

/** The model of this name; undefined if unknown. */
export function entryOf(name: string): Entry | undefined {
  return registry.find((entry) => entry.name === name);
}
