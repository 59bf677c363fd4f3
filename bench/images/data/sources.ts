/** The group of an image, by its subject. The labelling queue takes the groups in turn, so that any part of it is balanced. */
export type Group =
  | "people"
  | "animals"
  | "products"
  | "clothing"
  | "vehicles"
  | "furniture"
  | "food"
  | "plants"
  | "drawings"
  | "scenes";

/** Pictures of one repository, at one commit, under one license. */
export interface Source {
  /** Names its folder and begins the id of each of its pictures. */
  readonly id: string;
  /** `owner/name` on GitHub. */
  readonly repository: string;
  readonly commit: string;
  /** SPDX name, or names. */
  readonly license: string;
  /** Where the license is stated, and by whom the pictures are where that is said. */
  readonly stated: string;
  /** Which paths are taken: the named group `class`, where there is one, is what `groups` and `perClass` go by. */
  readonly paths: RegExp;
  /** The group of every picture, or of each class; a class that is not named is left out. */
  readonly groups: Group | Readonly<Record<string, Group>>;
  /** Only files in whose bytes this stands: a license that the photographer wrote into them. */
  readonly says?: string;
  /** At most so many pictures of a class, spread evenly over its sorted paths. */
  readonly perClass?: number;
  /** Never trained on: measures what was trained on the others. */
  readonly isHeldOut?: true;
}

const named = (group: Group, classes: string): Record<string, Group> =>
  Object.fromEntries(classes.split(" ").map((name) => [name, group]));

export const sources: readonly Source[] = [
  {
    id: "caltech101",
    repository: "MachineLearning2020/Homework2-Caltech101",
    commit: "836044dd000296b2bb74d0aa4b4e462e459b01d7",
    license: "CC-BY-4.0",
    stated:
      "Li, Andreeto, Ranzato, Perona: Caltech 101, https://doi.org/10.22002/D1.20086 (CC BY 4.0); the repository itself says nothing",
    paths: /^101_ObjectCategories\/(?<class>[^/]+)\/[^/]+\.jpg$/,
    perClass: 80,
    groups: {
      ...named("people", "Faces"),
      ...named(
        "animals",
        "Leopards ant bass beaver butterfly cougar_body cougar_face crab crayfish crocodile crocodile_head dalmatian dolphin dragonfly elephant emu flamingo flamingo_head gerenuk hawksbill hedgehog ibis kangaroo llama lobster mayfly nautilus octopus okapi panda pigeon platypus rhino rooster scorpion sea_horse starfish tick wild_cat",
      ),
      ...named(
        "products",
        "accordion anchor barrel binocular brain buddha camera cannon cellphone cup dollar_bill electric_guitar euphonium ewer gramophone grand_piano headphone inline_skate laptop mandolin menorah metronome revolver saxophone scissors soccer_ball stapler stop_sign trilobite umbrella watch wrench",
      ),
      ...named("vehicles", "Motorbikes airplanes car_side ferry helicopter ketch schooner wheelchair"),
      ...named("furniture", "ceiling_fan chair chandelier lamp windsor_chair"),
      ...named("food", "pizza strawberry"),
      ...named("plants", "bonsai joshua_tree lotus sunflower water_lilly"),
      ...named("drawings", "brontosaurus garfield snoopy stegosaurus yin_yang"),
      ...named("scenes", "minaret pagoda pyramid"),
    },
  },
  {
    id: "clothing",
    repository: "alexeygrigorev/clothing-dataset",
    commit: "7ed86a9cc56763b6acb35e41cb35184e43a5d218",
    license: "CC0-1.0",
    stated: "LICENSE; README: any purpose, commercial ones and training named",
    paths: /^images\/[^/]+\.jpg$/,
    perClass: 1500,
    groups: "clothing",
  },
  {
    id: "congress",
    repository: "Hainish/congress-images-225x275",
    commit: "20531e981f99cd8fd42023d3e71000582f2e04c2",
    license: "public domain",
    stated:
      "unitedstates/images, from which they are copied: works of the United States government, portraits of the Government Publishing Office",
    paths: /^images\/[^/]+\.jpg$/,
    groups: "people",
  },
  {
    id: "18f",
    repository: "18F/18f.gsa.gov",
    commit: "0a55c75e6d9bc71c80136a3867dac52356177443",
    license: "CC0-1.0",
    stated: "LICENSE.md: work of the United States government, waived elsewhere",
    paths: /^assets\/img\/team\/[^/]+\.(jpg|png)$/,
    groups: "people",
    isHeldOut: true,
  },
  {
    id: "horses-or-humans",
    repository: "davy-datascience/horses-or-humans",
    commit: "9a0b4a04d8d52b1fbbda03c39d63e1b3229e2944",
    license: "CC-BY-2.0",
    stated: "Laurence Moroney, who rendered them: https://laurencemoroney.com/datasets.html",
    paths: /^horse-or-human\/(?<class>horses|humans)\/[^/]+\.png$/,
    perClass: 150,
    groups: { horses: "animals", humans: "people" },
  },
  {
    id: "openimages-five",
    repository: "DineshRamachandran14/data",
    commit: "598a5ba0854a24147e42d994aa0b5754efca69e4",
    license: "CC-BY-2.0",
    stated:
      "Open Images (names of files are its ids): its pictures are listed as CC BY 2.0; this copy says CC BY 4.0",
    paths: /^coco\/[^/]+\/[0-9a-f]{16}_jpg\.rf\.[0-9a-f]+\.jpg$/,
    groups: "scenes",
  },
  {
    id: "openimages-person-car",
    repository: "Jitesh17/openimages-personcar-localize_and_classify",
    commit: "3b7ac13b1c00d2106a112ea9c81ec2f966cbfe7c",
    license: "CC-BY-2.0",
    stated: "Open Images: its pictures are listed as CC BY 2.0",
    paths: /^data\/images_val\/[^/]+\.jpg$/,
    groups: "people",
  },
  {
    id: "flowers",
    repository: "Oldpel/flower_photos",
    commit: "140ff6f3beb2173715002984c2bd58dc3506d4c9",
    license: "CC-BY-2.0",
    stated:
      "TensorFlow's flower_photos, whose LICENSE.txt names each photographer; that file is not in this copy, and names of files begin with the number of the photograph on Flickr",
    paths: /^dataset\/(train|val)\/(?<class>[^/]+)\/[^/]+\.jpg$/,
    perClass: 160,
    groups: named("plants", "daisy dandelion roses sunflowers tulips"),
  },
  {
    id: "trashnet",
    repository: "Yi-Dongshan/trashnet-python",
    commit: "e647ec8e2df1b764ea449196086d9f120ed8f743",
    license: "MIT",
    stated: "LICENSE (Gary Thung, who took them)",
    paths: /^data\/dataset-resized\/(?<class>[^/]+)\/[^/]+\.jpg$/,
    perClass: 100,
    groups: named("products", "cardboard glass metal paper plastic trash"),
  },
  {
    id: "inter-faces",
    repository: "cjdowner/interfaces",
    commit: "2166b2273fd050699e112e95a251f0519cce58c3",
    license: "CC0-1.0",
    stated:
      "README.md; CREDITS.md names the page of each photograph (Pexels and others, of 2016 to 2018, when theirs were CC0)",
    paths: /^1000 x 1000\/[^/]+\.jpg$/,
    groups: "people",
  },
  {
    id: "parliament",
    repository: "mysociety/theyworkforyou",
    commit: "4a5b59cadb59f96e4e05d268b41a1842e1aade82",
    license: "CC-BY-3.0",
    stated:
      "written into each file: Chris McAndrew / UK Parliament, Attribution 3.0 Unported (CC BY 3.0); others of this folder are not taken",
    paths: /^www\/docs\/images\/mpsL\/[^/]+\.jpe?g$/,
    says: "Attribution 3.0 Unported (CC BY 3.0)",
    perClass: 600,
    groups: "people",
  },
  {
    id: "pets",
    repository: "LTSACH/AILearningHub",
    commit: "38c4dfa48f34344f2e73eebbb93974928943a8c8",
    license: "CC-BY-SA-4.0",
    stated:
      "Parkhi, Vedaldi, Zisserman, Jawahar: The Oxford-IIIT Pet Dataset, https://www.robots.ox.ac.uk/~vgg/data/pets/ (CC BY-SA 4.0: commercial use and derivatives allowed, the latter under the same terms)",
    paths: /^datasets\/oxford-pets\/data\/sample_images\/(?<class>cats|dogs)\/[^/]+\.jpg$/,
    groups: { cats: "animals", dogs: "animals" },
    isHeldOut: true,
  },
  {
    id: "saleor",
    repository: "saleor/saleor",
    commit: "723cd4eba87dfc72822ade45dc08a3caa548428d",
    license: "BSD-3-Clause",
    stated: "LICENSE (the whole repository)",
    paths: /^saleor\/static\/placeholders\/saleor-[^/]+\.png$/,
    groups: "products",
  },
  {
    id: "solidus",
    repository: "solidusio/solidus",
    commit: "1f5bf5c638f5fe9fbda4d480bdb7ebcfa39a9a5e",
    license: "BSD-3-Clause",
    stated: "LICENSE.md (the whole repository)",
    paths: /^sample\/db\/samples\/images\/[^/]+\.(jpe?g|png)$/,
    groups: "products",
  },
  {
    id: "jetson",
    repository: "dusty-nv/jetson-inference",
    commit: "45da40a8f3c180191b269f57f736caaa025b8a69",
    license: "MIT",
    stated: "LICENSE.md (the whole repository)",
    paths:
      /^data\/images\/(?<class>airplane|banana|bird|black_bear|brown_bear|cat|dog|horse|humans|object|orange|peds|polar_bear|red_apple|strawberry)[^/]*\.jpg$/,
    groups: {
      ...named("animals", "bird black_bear brown_bear cat dog horse polar_bear"),
      ...named("people", "humans peds"),
      ...named("food", "banana orange red_apple strawberry"),
      ...named("products", "object"),
      ...named("vehicles", "airplane"),
    },
    isHeldOut: true,
  },
  {
    id: "azure-faces",
    repository: "Azure-Samples/cognitive-services-sample-data-files",
    commit: "65af3b93cab5f45c76594f3265210646d4b3809e",
    license: "MIT",
    stated: "LICENSE.md (the whole repository)",
    paths: /^Face\/images\/[^/]+\.jpg$/,
    groups: "people",
    isHeldOut: true,
  },
  {
    id: "magento",
    repository: "magento/magento2-sample-data",
    commit: "53807565ba9f23c9409268c02bb995cf39ef553d",
    license: "OSL-3.0",
    stated: "pub/media/LICENSE.txt; reciprocal, over networks too: measured on, never trained on",
    paths: /^pub\/media\/catalog\/product\/(?<class>m|w)\/[^/]+\/[^/]+_main\.jpg$/,
    perClass: 100,
    groups: named("people", "m w"),
    isHeldOut: true,
  },
  {
    id: "dreambooth",
    repository: "google/dreambooth",
    commit: "4f887af7970a06fc0cd3adaa1d0b368547d6a1d0",
    license: "CC-BY-4.0",
    stated: "LICENSE.md; some are of Unsplash, named in dataset/references_and_licenses.txt",
    paths: /^dataset\/[^/]+\/[^/]+\.jpg$/,
    groups: "products",
    isHeldOut: true,
  },
  {
    id: "spree",
    repository: "spree/spree",
    commit: "cee28a23d9965d3c873955f2a567212450e4b335",
    license: "CC-BY-4.0",
    stated: "docs/LICENSE.md",
    paths: /^docs\/images\/demo-images\/[^/]+\.webp$/,
    groups: "products",
  },
  {
    id: "aquarium",
    repository: "sumit2011/underwater-object-detection",
    commit: "eee4be3324cd019b9032bb13f22a756a77866503",
    license: "CC-BY-4.0",
    stated:
      "dataset/aquarium_pretrain/README.dataset.txt: taken by Roboflow's team in two aquariums in 2020, images under Creative Commons By-Attribution",
    paths: /^dataset\/aquarium_pretrain\/(train|valid|test)\/images\/[^/]+\.jpg$/,
    groups: "scenes",
  },
  {
    id: "openimages-birds-planes",
    repository: "PacktPublishing/Machine-Learning-with-Apache-Spark-Quick-Start-Guide",
    commit: "d001ad4b6d8faa79de813750d1cd5902d92ee4da",
    license: "CC-BY-2.0",
    stated:
      "Chapter07/data/image-recognition-data/Readme.txt: Open Images V4, whose pictures are listed as CC BY 2.0",
    paths: /^Chapter07\/data\/image-recognition-data\/(?<class>birds|planes)\/[^/]+\.jpg$/,
    groups: { birds: "animals", planes: "vehicles" },
  },
];
