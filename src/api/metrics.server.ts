import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { SECOND } from '../lib/clock.ts'
import { metrics, noteRead } from '../lib/metrics.server.ts'
import type { Reading } from './readings.ts'
import type { Services } from './services.server.ts'

/**
 * So long the figures that were read are shown again: several Prometheus may ask, and nobody needs
 * them sooner.
 */
const KEPT = 5 * SECOND
/** A database that does not answer hides its own figures, and not those of the process. */
const READING_TIMEOUT = 2 * SECOND

export type Metrics = { contentType: string; text(): Promise<string> }

/**
 * The figures of this process and what is read of the database, in the text that Prometheus reads.
 */
export function createMetrics(services: Services, readings: readonly Reading[]): Metrics {
  // It watches the process from the first call on, and once is enough.
  if (metrics.getSingleMetric('process_cpu_seconds_total') === undefined)
    collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 20 })
  const own = new Registry()
  poolGauges(services, own)
  const answered = new Gauge({
    name: 'sites_readings_answered',
    help: 'Whether the database answered when it was asked for figures: 1 or 0',
    registers: [own],
  })
  const gauges = readings.flatMap((reading) =>
    Object.entries(reading.metrics).map(([name, help]) => {
      const gauge = new Gauge({ name, help, labelNames: [...reading.labels], registers: [own] })
      if (reading.labels.length === 0) gauge.remove()
      return { reading, name, gauge }
    }),
  )
  const all = Registry.merge([metrics, own])
  let readAt = -Infinity
  let isReading: Promise<void> | undefined

  async function readAll(): Promise<void> {
    const results = await Promise.allSettled(
      readings.map((reading) => withTimeout(reading.read(services))),
    )
    for (const { reading, name, gauge } of gauges) {
      if (reading.labels.length > 0) gauge.reset()
      else gauge.remove()
      const result = results[readings.indexOf(reading)]
      if (result?.status !== 'fulfilled') continue
      for (const { labels, values } of result.value) gauge.set(labels, values[name] ?? 0)
    }
    answered.set(results.every(({ status }) => status === 'fulfilled') ? 1 : 0)
    readAt = performance.now()
  }

  return {
    contentType: all.contentType,
    async text() {
      noteRead()
      if (performance.now() - readAt >= KEPT) {
        isReading ??= readAll().finally(() => (isReading = undefined))
        await isReading
      }
      return all.metrics()
    },
  }
}

export const poolMetrics = [
  'sites_database_connections',
  'sites_database_waiting',
  'sites_readings_answered',
] as const

function poolGauges({ database }: Services, own: Registry): void {
  new Gauge({
    name: 'sites_database_connections',
    help: 'Connections of the pool by what they do, and the most that it opens; none on PGlite',
    labelNames: ['state'],
    registers: [own],
    collect() {
      const pool = database.connections()
      if (pool === null) return
      this.set({ state: 'busy' }, pool.open - pool.idle)
      this.set({ state: 'idle' }, pool.idle)
      this.set({ state: 'most' }, pool.most)
    },
  })
  new Gauge({
    name: 'sites_database_waiting',
    help: 'Callers that wait for a connection of the pool',
    registers: [own],
    collect() {
      this.set(database.connections()?.waiting ?? 0)
    },
  })
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the database did not answer in time')),
      READING_TIMEOUT,
    )
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
