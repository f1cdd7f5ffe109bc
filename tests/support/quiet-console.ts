import { afterEach, expect, vi } from 'vitest'

const said: unknown[][] = []
for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  vi.spyOn(console, level).mockImplementation((...words) => void said.push([level, ...words]))
}

afterEach(() => {
  expect(said.splice(0)).toEqual([])
})
