/** The version of this installation, which sites and agents are told; a test holds it against package.json. */
export const VERSION = "1.0.0";
