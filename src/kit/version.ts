/** The version of Quintet, as sites and agents see it; a test compares it with package.json. */
export const VERSION = "1.2.0";

/** The URL of the source code, for the landing page: the repository of package.json, with which a test compares it. */
export const SOURCE_URL: string | undefined = undefined;
