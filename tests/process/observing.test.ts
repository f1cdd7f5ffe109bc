import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { poolMetrics } from '#api/metrics.server.ts'
import { readings } from '#app.server.ts'
import { metrics } from '#lib/metrics.server.ts'
import '#db/connection.server.ts'
import '#front-door/request-metrics.server.ts'

/** The dashboard and the alerts name what is counted, and the dashboard shows all of it. */

type Panel = { type: string; title: string; targets?: Array<{ expr: string }> }
const read = (file: string) => readFileSync(join('src', 'process', 'observing', file), 'utf8')
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] }
const { groups } = parse(read('alerts.yaml')) as {
  groups: Array<{
    rules: Array<{
      alert: string
      expr: string
      labels: { severity: string }
      annotations: { summary: string }
    }>
  }>
}
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const rules = groups.flatMap((group) => group.rules)

async function counted(): Promise<Set<string>> {
  const process = new Registry()
  collectDefaultMetrics({ register: process })
  const declared = [...metrics.getMetricsAsArray(), ...process.getMetricsAsArray()].map(
    ({ name }) => name,
  )
  process.clear()
  return new Set([
    ...declared,
    ...poolMetrics,
    ...readings.flatMap((reading) => Object.keys(reading.metrics)),
  ])
}
/** Of a histogram’s three series, the histogram. */
const namesIn = (expression: string) =>
  [...expression.matchAll(/\b(?:sites|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|sum|count)$/, ''),
  )

test('every metric has a panel', async () => {
  const inPanels = new Set(shown.flatMap(namesIn))
  expect([...(await counted())].filter((name) => !inPanels.has(name))).toEqual([])
})

test.each([
  ['the dashboard', shown],
  ['the alerts', rules.map(({ expr }) => expr)],
])('%s names only metrics that there are', async (_, expressions) => {
  const known = await counted()
  expect(expressions.flatMap(namesIn).filter((name) => !known.has(name))).toEqual([])
  expect(expressions.filter((expression) => namesIn(expression).length === 0)).toEqual(
    expressions.filter((expression) => expression.startsWith('up{')),
  )
})

test('what is named in selectors are labels that the metrics have, and names of queues that there are', async () => {
  const labels = new Set([
    'instance',
    'job',
    'le',
    'kind',
    'space',
    'type',
    'version',
    'state',
    ...readings.flatMap((reading) => reading.labels),
  ])
  for (const { labelNames } of metrics.getMetricsAsArray() as unknown as Array<{
    labelNames: string[]
  }>)
    for (const label of labelNames) labels.add(label)
  const used = [...shown, ...rules.map(({ expr }) => expr)].flatMap((expression) => [
    ...[...expression.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, names = '']) => names.split(', ')),
    ...[...expression.matchAll(/[{,](\w+)=/g)].map(([, name = '']) => name),
  ])
  expect(used.filter((name) => !labels.has(name))).toEqual([])
})

test('every alert says how grave it is, and what to do', () => {
  for (const { alert, labels, annotations } of rules) {
    expect([alert, ['page', 'ticket'].includes(labels.severity)]).toEqual([alert, true])
    expect(annotations.summary).toMatch(/^[A-Z{].*[.:] .+\.$/)
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

test('panels do not cover each other', () => {
  const places = panels.map(
    (panel) => (panel as Panel & { gridPos: { x: number; y: number } }).gridPos,
  )
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(places.length)
})
