import type { Monetisation } from './monetisation.ts'
import { preparePopunder } from './popunder.client.ts'

const given = document.querySelector<HTMLElement>('[data-monetisation]')?.dataset['monetisation']
const { popunder } = JSON.parse(given ?? '{"popunder":null}') as Monetisation
if (popunder) preparePopunder(popunder.flag, popunder.traffic)
