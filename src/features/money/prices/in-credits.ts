/** `1 credit`, `2 credits`. */
export function inCredits(count: number): string {
  return `${count.toLocaleString('en')} credit${count === 1 ? '' : 's'}`
}
