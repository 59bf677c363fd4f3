/** A file of an archive. */
export interface ArchiveFile {
  /** From the root of the archive, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether it is a program. */
  readonly executable?: boolean;
}

/** The files in an order that depends on their paths only, so that an archive has the same bytes wherever it is made. */
export function inOrder(files: readonly ArchiveFile[]): readonly ArchiveFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
