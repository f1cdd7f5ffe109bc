import type { Monetisation } from './monetisation.ts'

const { popunder, pageViews } = JSON.parse(
  document.querySelector<HTMLElement>('[data-monetisation]')?.dataset['monetisation'] ?? '{}',
) as Partial<Monetisation>
await Promise.all([
  pageViews &&
    import('./page-views.client.ts').then(({ countPageView }) => countPageView(pageViews)),
  popunder &&
    import('./popunder.client.ts').then(({ preparePopunder }) =>
      preparePopunder(popunder.flag, popunder.traffic),
    ),
])
performance.mark('monetisation')
