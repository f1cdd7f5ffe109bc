import type { Monetisation } from './monetisation.ts'

/** Counts the page, and waits for the click that opens the popunder, where the brand has them. */
export async function startMonetisation({ popunder, pageViews }: Monetisation): Promise<void> {
  await Promise.all([
    pageViews &&
      import('../page-views.client.ts').then(({ countPageView }) => countPageView(pageViews)),
    popunder &&
      import('./popunder.client.ts').then(({ preparePopunder }) =>
        preparePopunder(popunder.flag, popunder.traffic),
      ),
  ])
  performance.mark('monetisation')
}
