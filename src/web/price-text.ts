/** The price of a product: `$29.90`. */
export function priceText({ amount, currency }: { amount: string; currency: string }): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(Number(amount));
}
