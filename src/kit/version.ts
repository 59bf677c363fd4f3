/** The version of Quintet, as sites and agents see it; a test compares it with package.json. */
export const VERSION = "1.0.0";
