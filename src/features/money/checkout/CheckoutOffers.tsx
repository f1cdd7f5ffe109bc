import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import type { Offer } from '../prices/offers.ts'
import { orderAtProcessor } from './checkout.store.ts'
import { OfferChoice, OfferFacts } from './OfferParts.tsx'
import styles from './CheckoutOffers.module.css'

type Props = {
  offers: readonly Offer[]
  selected: string | null
  legend: string
  source: string | null
  /** The code that the offers are reduced by. */
  promoCode: string
  prices: string
  processor: { name: string; statement: string }
}

/**
 * The offers of a brand whose processor charges on a page of its own; without script, a page of
 * ours with a link stands between.
 */
export const CheckoutOffers = withBoundary(function CheckoutOffers(props: Props) {
  const { offers, selected, legend, source, promoCode, prices, processor } = props
  const charged = `${processor.name}. Your card statement says ${processor.statement}.`
  return (
    <ActionForm className={styles['offers']} action="/billing/upgrade" send={orderAtProcessor}>
      {source === null ? null : <input type="hidden" name="upgradeSourceType" value={source} />}
      {promoCode === '' ? null : <input type="hidden" name="promoCode" value={promoCode} />}
      <input type="hidden" name="prices" value={prices} />
      <fieldset>
        <legend className="visually-hidden">{legend}</legend>
        {offers.map((offer) => (
          <div key={offer.keyword} className={styles['choice']}>
            <OfferChoice offer={offer} defaultChecked={offer.keyword === selected} />
            <div className={styles['terms']}>
              <OfferFacts facts={[...offer.facts, ['Charged by', charged]]} />
              <p>{offer.terms}</p>
              <Submit size="large">{offer.button}</Submit>
            </div>
          </div>
        ))}
      </fieldset>
    </ActionForm>
  )
})
