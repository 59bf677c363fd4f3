/** What one bench printed, and how it ended. */
export interface Bench {
  readonly name: string;
  readonly text: string;
  readonly status: number;
}

export interface Report {
  readonly benches: readonly Bench[];
  readonly machine: string;
  readonly load: readonly number[];
  readonly date: string;
  readonly commit: string;
}

export function targetsIn(text: string): { what: string; value: string; target: string; verdict: string }[];
export function machine(bun: string): string;
export function loadNow(): number;
export function page(report: Report): string;
