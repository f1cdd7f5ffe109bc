import type { DemoPerson } from './people.ts'
import type { Random } from './random.ts'
import {
  answersToPlans,
  declines,
  exchanges,
  followUps,
  goodbyes,
  nudges,
  openers,
  plans,
  replies,
} from './talk-words.ts'

/** A message of a conversation; `from` is 0 for the person who began. */
export type Line = { from: 0 | 1; body: string }

/** Without an answer only first messages; else a question, its answer, small talk, and a plan or a friendly refusal. */
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
  const lines: Line[] = [{ from: 0, body: fill(random.pick(openers)) }]
  if (!answers) {
    if (random.chance(0.3)) lines.push({ from: 0, body: random.pick(nudges) })
    return lines
  }
  if (random.chance(0.12)) return [...lines, { from: 1, body: random.pick(declines) }]
  lines.push({ from: 1, body: fill(random.pick(replies)) })

  for (const exchange of random.some(exchanges, random.int(0, 3))) {
    const begins = random.int(0, 1)
    exchange.forEach((body, index) => lines.push({ from: ((begins + index) % 2) as 0 | 1, body }))
  }
  if (random.chance(0.5)) {
    const asks = random.int(0, 1) as 0 | 1
    lines.push(
      { from: asks, body: random.pick(plans) },
      { from: (1 - asks) as 0 | 1, body: random.pick(answersToPlans) },
    )
    if (random.chance(0.6)) lines.push({ from: asks, body: random.pick(goodbyes) })
  }
  if (random.chance(0.35))
    lines.push({ from: random.int(0, 1) as 0 | 1, body: random.pick(followUps) })
  return lines
}
