/** The start and end of a packet (ISO 16684-1, 7.3), and its root element. */
const OPENS = ["<x:xmpmeta", "<rdf:RDF"];
const CLOSES = ["</x:xmpmeta>", "</rdf:RDF>"];

/** The longest packet that is read, and how far before it its dictionary is searched. */
const XMP_MAX = 256 * 1024;
const DICTIONARY_MAX = 1_024;

/**
 * Returns the XMP metadata of a file, an XML element: the last packet in a metadata stream, which files keep
 * uncompressed so that it can be found this way (PDF 32000-1, 14.3.2). Null if no packet can be read. PDFium
 * has no function for it, and images may have packets of their own.
 */
export function xmpOf(file: Uint8Array): string | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  for (const [k, open] of OPENS.entries()) {
    for (let at = bytes.lastIndexOf(open); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(open, at - 1)) {
      const stream = bytes.lastIndexOf("stream", at);
      const dictionary = bytes.toString("latin1", Math.max(0, stream - DICTIONARY_MAX), Math.max(0, stream));
      const own = dictionary.slice(Math.max(0, dictionary.lastIndexOf(" obj")));
      if (!/\/Type\s*\/Metadata\b/.test(own)) continue;
      const close = CLOSES[k] ?? "";
      const end = bytes.indexOf(close, at);
      if (end < 0 || end - at > XMP_MAX) continue;
      return bytes.toString("utf8", at, end + close.length);
    }
  }
  return null;
}
