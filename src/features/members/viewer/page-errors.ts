/** Whether a file's path is of our build. A page's own path may name a member. */
export function isOfOurs(file: string): boolean {
  return /^\/_astro\/[\w@.~-]+\.js$/.test(file)
}
