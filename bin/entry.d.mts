export function entryPoint(root: string): string;
