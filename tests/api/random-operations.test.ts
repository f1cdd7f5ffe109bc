import { expect, test } from 'vitest'
import { divergenceOf, inWords } from '../faults/random-operations.ts'
import { app, withApp } from '../support/app.ts'
import { gatewaySettings } from '../support/gateway.ts'

/** In long: `npm run faults -- random-operations`. */
const SEEDS = 15

withApp(gatewaySettings)

test(`what members do with each other agrees with a model, for ${SEEDS} random lists of operations`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const divergence = await divergenceOf(app, seed)
    expect(divergence ? inWords(divergence) : 'no divergence').toBe('no divergence')
  }
})
