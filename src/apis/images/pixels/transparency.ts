/** Shows no more of any pixel than the file itself does, in place: what lies under its transparency is no picture. */
export function keepClear(alpha: Uint8Array, own: Uint8Array | undefined): void {
  if (own === undefined) return;
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.min(alpha[i] ?? 0, own[i] ?? 0);
}
