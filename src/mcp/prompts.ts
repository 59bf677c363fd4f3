/** A common job, as agents offer it to people. */
export interface PromptTemplate {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The tool that it uses: a prompt is offered where its tool is. */
  readonly needs: string;
  readonly argument: { readonly name: string; readonly description: string };
  write(argument: string): string;
}

/** The prompts of the server. */
export const prompts: readonly PromptTemplate[] = [
  {
    name: "audit_page",
    title: "Audit a page and plan the fixes",
    description: "Finds what keeps a page from ranking and writes a list of fixes.",
    needs: "seo_audit",
    argument: { name: "url", description: "The URL of the page." },
    write: (url) =>
      `Audit ${url} with seo_audit (fields=score,indexability,findings). List the fixes, most important first: what is wrong, where, how to fix it, and what each costs in points. Say first if the page cannot be indexed.`,
  },
  {
    name: "summarize_pdf",
    title: "Summarize a PDF",
    description: "Reads a PDF and summarizes it with page numbers.",
    needs: "pdf_extract",
    argument: { name: "file", description: "The URL of the PDF, or the path of a local file." },
    write: (file) =>
      `Read the PDF ${file} with pdf_extract; pass a URL as url and a local path as filePath. If the result has nextPages, read on with pages. Pages are separated by form feeds. Summarize it with page numbers, and name pages without text, such as scans.`,
  },
  {
    name: "remove_background",
    title: "Remove the background of an image",
    description: "Makes a transparent image and checks the result.",
    needs: "images_remove_background",
    argument: { name: "image", description: "The URL of the image, or the path of a local file." },
    write: (image) =>
      `Remove the background of ${image} with images_remove_background; pass a URL as url and a local path as imagePath, with outputPath for the result. Look at confidence in the structured result: below 0.5, say that the edge may be wrong and what to try.`,
  },
  {
    name: "research_company",
    title: "Research a company",
    description: "Reads the public profile of a company.",
    needs: "profiles_company",
    argument: { name: "company", description: "The company's LinkedIn URL, or its name in that URL." },
    write: (company) =>
      `Look up ${company} with profiles_company; pass a URL as url and a name as vanity. Report what it does, its size, where it is and its funding. Say which fields are missing.`,
  },
];
