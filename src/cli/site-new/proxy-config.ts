/** The examples of src/process/serving. */
export const examples = { caddy: 'Caddyfile', nginx: 'nginx.conf', haproxy: 'haproxy.cfg' } as const

export type ProxyKind = keyof typeof examples

export function isProxyKind(word: string): word is ProxyKind {
  return Object.hasOwn(examples, word)
}

const ofBrand = {
  nginx: /(?<=# For each brand.*\n)[^]*(?=\}\n$)/,
  haproxy: /(?: *acl .*example\.com\n)+/,
  caddy: /(?<=# For each brand.*\n)[^]*$/,
} as const

/** An example with each domain and each process of the product. */
export function proxyConfig(
  kind: ProxyKind,
  example: string,
  { domains, ports }: { domains: readonly string[]; ports: readonly number[] },
): string {
  const config = example
    .replace(ofBrand[kind], (part) =>
      domains.map((domain) => part.replaceAll('example.com', domain)).join(''),
    )
    .replaceAll(/^.*127\.0\.0\.1:4322.*\n/gm, '')
    .replaceAll(/^[^#\n]*127\.0\.0\.1:4321.*\n/gm, (line) =>
      ports.map((port) => line.replaceAll('4321', String(port))).join(''),
    )
  // As the example says: with one process there is no next one.
  return kind === 'nginx' && ports.length === 1
    ? config
        .replace('X-Try-Next 502', 'X-Try-Next ""')
        .replaceAll(/^ *proxy_next_upstream.*\n/gm, '')
    : config
}
