import type { DemoPerson } from './people.ts'
import type { Random } from './random.ts'
import { demoWords } from './words.ts'

/** A message of a conversation; `from` is 0 for the person who began. */
export type Line = { from: 0 | 1; body: string }

/**
 * Without an answer only first messages; else a question, its answer, small talk, and a plan or a
 * friendly refusal.
 */
export function converse(random: Random, other: DemoPerson, answers: boolean): Line[] {
  const interest = random.pick(other.interests)
  const fill = (text: string) =>
    text
      .replaceAll(
        /([“.!?] ?|^)\{hobby\}/g,
        (_, before: string) =>
          before + interest.name.replace(/^./, (letter) => letter.toUpperCase()),
      )
      .replaceAll('{hobby}', interest.name)
      .replaceAll('{ask}', interest.ask)
      .replaceAll('{answer}', interest.answer)
  const lines: Line[] = [{ from: 0, body: fill(random.pick(demoWords().openers)) }]
  if (!answers) {
    if (random.chance(0.3)) lines.push({ from: 0, body: random.pick(demoWords().nudges) })
    return lines
  }
  if (random.chance(0.12)) return [...lines, { from: 1, body: random.pick(demoWords().declines) }]
  lines.push({ from: 1, body: fill(random.pick(demoWords().replies)) })

  for (const exchange of random.some(demoWords().exchanges, random.int(0, 3))) {
    const begins = random.int(0, 1)
    exchange.forEach((body, index) => lines.push({ from: ((begins + index) % 2) as 0 | 1, body }))
  }
  if (random.chance(0.5)) {
    const asks = random.int(0, 1) as 0 | 1
    lines.push(
      { from: asks, body: random.pick(demoWords().plans) },
      { from: (1 - asks) as 0 | 1, body: random.pick(demoWords().answersToPlans) },
    )
    if (random.chance(0.6)) lines.push({ from: asks, body: random.pick(demoWords().goodbyes) })
  }
  if (random.chance(0.35))
    lines.push({ from: random.int(0, 1) as 0 | 1, body: random.pick(demoWords().followUps) })
  return lines
}
