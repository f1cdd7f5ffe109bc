import type { Monetisation } from './monetisation.ts'

const { popunder, pageViews } = JSON.parse(document.querySelector<HTMLElement>('[data-monetisation]')?.dataset['monetisation'] ?? '{}') as Partial<Monetisation>
if (pageViews) void import('./page-views.client.ts').then(({ countPageView }) => countPageView(pageViews))
if (popunder) void import('./popunder.client.ts').then(({ preparePopunder }) => preparePopunder(popunder.flag, popunder.traffic))
