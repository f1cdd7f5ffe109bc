import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What this process counts of itself, for the port of the metrics. Each module declares what it
 * counts. Labels have few values, all of them words of the program: nothing of a member, an address
 * or a path as it was asked for.
 */
export const metrics = new Registry()

export function counter<Label extends string = never>(
  name: `sites_${string}`,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  return kept(name, help) ?? new Counter({ name, help, labelNames, registers: [metrics] })
}

/** `collect` sets it when it is asked for. */
export function gauge<Label extends string = never>(
  name: `sites_${string}`,
  help: string,
  labelNames: readonly Label[] = [],
  collect: ((this: Gauge<Label>) => void) | null = null,
): Gauge<Label> {
  return (
    kept(name, help) ??
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      ...(collect === null ? {} : { collect }),
    })
  )
}

/** In seconds; `buckets` are upper bounds. */
export function histogram<Label extends string = never>(
  name: `sites_${string}_seconds`,
  help: string,
  buckets: readonly number[],
  labelNames: readonly Label[] = [],
): Histogram<Label> {
  return (
    kept(name, help) ??
    new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [metrics] })
  )
}

let lastRead: number | null = null

/** Somebody has read the metrics of this process now. */
export function noteRead(): void {
  lastRead = performance.now()
}

/** Milliseconds since somebody has; null: nobody has since the start. */
export function sinceRead(): number | null {
  return lastRead === null ? null : performance.now() - lastRead
}

/**
 * Hot reload evaluates a module again, and a registry takes each name once; another module needs
 * another name.
 */
function kept<Metric>(name: string, help: string): Metric | undefined {
  const known = metrics.getSingleMetric(name)
  if (known && (known as unknown as { help: string }).help !== help)
    throw new Error(`two metrics are named ${name}`)
  return known as Metric | undefined
}
