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

const at = (pixels: number) => ({ input: { width: pixels, height: pixels } });
const md5 = (hex: string) => ({ algorithm: "md5", hex }) as const;
const sha256 = (hex: string) => ({ algorithm: "sha256", hex }) as const;

const u2net = {
  ...at(320),
  ...IMAGENET,
  output: "sigmoid",
  licence: "Apache-2.0",
  commercial: "yes",
} as const;

const isnet = { ...at(1024), mean: [0.5, 0.5, 0.5], std: [1, 1, 1], output: "sigmoid" } as const;

const birefnet = {
  ...at(1024),
  ...IMAGENET,
  output: "logits",
  licence: "MIT",
  commercial: "yes",
} as const;

/**
 * The models that are known by name, from the smallest to the largest of each family. Files, checksums and
 * preprocessing are those of rembg 2.0.77 (`rembg/sessions`, github.com/danielgatis/rembg, commit 684f8e9).
 */
export const registry: readonly Entry[] = [
  {
    ...u2net,
    name: "u2netp",
    file: "u2netp.onnx",
    bytes: 4_574_861,
    checksum: sha256("309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8"),
    note: "U-2-Net at 1/40 of its size; the fastest",
  },
  {
    ...u2net,
    name: "u2net",
    file: "u2net.onnx",
    bytes: 175_997_641,
    checksum: sha256("8d10d2f3bb75ae3b6d527c77944fc5e7dcd94b29809d47a739a7a728a912b491"),
    note: "U-2-Net for all kinds of subjects",
  },
  {
    ...u2net,
    name: "u2net_human_seg",
    file: "u2net_human_seg.onnx",
    checksum: md5("c09ddc2e0104f800e3e1bb4652583d1f"),
    note: "U-2-Net trained on people",
  },
  {
    ...u2net,
    name: "silueta",
    file: "silueta.onnx",
    checksum: md5("55e59e0d8062d2f5d013f4725ee84782"),
    licence: "not stated",
    commercial: "unstated",
    note: "U-2-Net at 1/4 of its size, from its issue 295",
  },
  {
    ...isnet,
    name: "isnet-general-use",
    file: "isnet-general-use.onnx",
    bytes: 178_648_008,
    checksum: sha256("60920e99c45464f2ba57bee2ad08c919a52bbf852739e96947fbb4358c0d964a"),
    licence: "Apache-2.0",
    commercial: "yes",
    note: "IS-Net: finer edges than U-2-Net; its training images (DIS5K) have their own terms",
  },
  {
    ...isnet,
    mean: IMAGENET.mean,
    name: "isnet-anime",
    file: "isnet-anime.onnx",
    checksum: md5("6f184e756bb3bd901c8849220a83e38e"),
    licence: "not stated",
    commercial: "unstated",
    note: "IS-Net trained on drawn figures (SkyTNT/anime-segmentation)",
  },
  {
    ...birefnet,
    name: "birefnet-general-lite",
    file: "BiRefNet-general-bb_swin_v1_tiny-epoch_232.onnx",
    bytes: 224_005_088,
    checksum: sha256("5600024376f572a557870a5eb0afb1e5961636bef4e1e22132025467d0f03333"),
    note: "BiRefNet with a small backbone: slow and fine",
  },
  {
    ...birefnet,
    name: "birefnet-general",
    file: "BiRefNet-general-epoch_244.onnx",
    bytes: 972_666_916,
    checksum: sha256("58f621f00f5d756097615970a88a791584600dcf7c45b18a0a6267535a1ebd3c"),
    note: "BiRefNet: the finest edges, and very slow without a GPU",
  },
  {
    ...birefnet,
    name: "birefnet-portrait",
    file: "BiRefNet-portrait-epoch_150.onnx",
    checksum: md5("c3a64a6abf20250d090cd055f12a3b67"),
    note: "BiRefNet trained on portraits",
  },
  {
    ...birefnet,
    name: "birefnet-dis",
    file: "BiRefNet-DIS-epoch_590.onnx",
    checksum: md5("2d4d44102b446f33a4ebb2e56c051f2b"),
    note: "BiRefNet trained on thin and intricate objects",
  },
  {
    ...birefnet,
    name: "birefnet-hrsod",
    file: "BiRefNet-HRSOD_DHU-epoch_115.onnx",
    checksum: md5("c017ade5de8a50ff0fd74d790d268dda"),
    note: "BiRefNet trained on large images",
  },
  {
    ...birefnet,
    name: "birefnet-cod",
    file: "BiRefNet-COD-epoch_125.onnx",
    checksum: md5("f6d0d21ca89d287f17e7afe9f5fd3b45"),
    note: "BiRefNet trained on camouflaged subjects",
  },
  {
    ...birefnet,
    name: "birefnet-massive",
    file: "BiRefNet-massive-TR_DIS5K_TR_TEs-epoch_420.onnx",
    checksum: md5("33e726a2136a3d59eb0fdf613e31e3e9"),
    note: "BiRefNet trained on all of these",
  },
  {
    ...birefnet,
    name: "bria-rmbg",
    file: "bria-rmbg-2.0.onnx",
    checksum: sha256("5b486f08200f513f460da46dd701db5fbb47d79b4be4b708a19444bcd4e79958"),
    output: "sigmoid",
    licence: "BRIA RMBG 2.0",
    commercial: "no",
    note: "non-commercial use only, unless you have a license from BRIA",
  },
];

/** The model of this name; undefined if unknown. */
export function entryOf(name: string): Entry | undefined {
  return registry.find((entry) => entry.name === name);
}
