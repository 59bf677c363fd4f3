/** A right that one holder at a time has, among all processes and replicas. Its disposal gives it up. */
export interface Claim extends AsyncDisposable {
  release(): Promise<void>;
}

/** Values that all processes and replicas share, each with an expiry: for caches and pacing. */
export interface State {
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown, ttlMs: number): Promise<void>;
  delete(name: string): Promise<void>;
  /** Takes the right of this name for `ttlMs`, or gives undefined where another `holder` has it. */
  claim(name: string, ttlMs: number, holder?: string): Promise<Claim | undefined>;
  isClaimed(name: string): Promise<boolean>;
}

/** Takes the first right of these names that is free, or gives undefined where others hold them all. */
export async function claimOne(
  state: Pick<State, "claim">,
  names: readonly string[],
  ttlMs: number,
): Promise<Claim | undefined> {
  for (const name of names) {
    const claim = await state.claim(name, ttlMs);
    if (claim !== undefined) return claim;
  }
  return undefined;
}
