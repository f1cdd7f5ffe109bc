import { isReserved } from '#process/unfinished.ts'
import type { GivenSettings } from '#settings.ts'
import { brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { unfinishedIn } from '#unfinished.server.ts'
import { asking } from './asking.ts'
import { type Finding, findings } from './finding.ts'

/** Nobody is harmed by a page that does not open: the start refuses nothing for it. */
export function trafficFindings(
  production: boolean,
  all: readonly Pick<Brand, 'id' | 'flags' | 'traffic'>[] = brands,
): Finding[] {
  const lost = all.filter(
    ({ flags, traffic }) =>
      flags.displayOneclickPopupOnExit && isReserved(new URL(traffic.tmDomain).hostname),
  )
  return !production || lost.length === 0
    ? []
    : [
        findings('brands').toDo(
          `Popunders open a placeholder on ${lost.map(({ id }) => id).join(', ')}: set tmDomain in brand.ts, or turn displayOneclickPopupOnExit off.`,
        ),
      ]
}

/**
 * What the start refuses, whether or not UNFINISHED=allow owns up to it. Texts that were published
 * count where the database can be asked.
 */
export async function checkFinished(settings: GivenSettings): Promise<Finding[]> {
  const { done, notHere } = findings('brands')
  if (!settings.production) return [notHere('a demo: domains, companies and texts are samples')]
  const found =
    (await asking(settings, (db) => unfinishedIn(settings, db))) ??
    (await unfinishedIn(settings, null))
  return [
    ...(found.some(({ about }) => about === 'brands')
      ? []
      : [done('domains, companies and legal texts are your own')]),
    ...found.map(({ about, says }) => findings(about).toDo(says)),
    ...(found.length === 0 && settings.allowsUnfinished
      ? [
          findings('settings').toDo(
            'UNFINISHED=allow stands there, and nothing is unfinished: take it out, and restart.',
          ),
        ]
      : []),
  ]
}
