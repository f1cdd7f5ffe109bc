import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useSeeded } from '../../ui/use-seeded.ts'
import { $user, seedSession } from '../accounts/session.store.ts'
import type { UserInfo } from '../viewer/parameters.contract.ts'
import { CardForm } from './CardForm.tsx'
import { $credits, seedCredits } from './credits.store.ts'
import { CurrentHoldings } from './CurrentHoldings.tsx'
import type { Offer } from './offers.ts'
import type { CreditUpgradeData } from './orders.contract.ts'
import { $holdings, $problem, $purchase, backToOffers, handleFrameMessage, orderProduct, type Purchase, reloadForm } from './purchase.store.ts'
import styles from './Upgrade.module.css'

type Props = {
  user: UserInfo
  ccpInfo: string
  credits: number | null
  premiumUntil: string | null
  /** The language of dates. */
  locale: string
  lots: CreditUpgradeData['lots']
  offers: readonly Offer[]
  selected: string | null
  frame: string
  scrolls: boolean
  supportEmail: string
  /** Where a member goes on from a payment that has arrived. */
  next: { label: string; url: string }
}

export function Upgrade(props: Props) {
  const { offers, locale, frame, scrolls, supportEmail, next } = props
  const user = useSeeded($user, props.user, () => seedSession(props.user, props.ccpInfo)) ?? props.user
  const credits = useSeeded($credits, props.credits, seedCredits)
  const { premiumUntil, lots } = useStore($holdings) ?? props
  const purchase = useStore($purchase)
  const problem = useStore($problem)

  const order = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keyword = new FormData(event.currentTarget).get('keyword')
    if (typeof keyword === 'string') void orderProduct(keyword)
  }

  return (
    <div className={styles['upgrade']}>
      <CurrentHoldings user={user} credits={credits} premiumUntil={premiumUntil} locale={locale} lots={lots} />
      {problem === null ? null : (
        <p className="notice notice-danger" role="alert">
          {problem}
        </p>
      )}
      {purchase.step === 'choosing' || purchase.step === 'ordering' ? (
        <form className={styles['offers']} action="/billing/upgrade" onSubmit={order}>
          <fieldset>
            <legend className="visually-hidden">{credits === null ? 'Memberships' : 'Packs of credits'}</legend>
            {offers.map(({ keyword, name, amount, each, terms }) => (
              <label key={keyword} className={styles['offer']}>
                <input type="radio" name="keyword" value={keyword} defaultChecked={keyword === props.selected} required />
                <strong>{name}</strong>
                <span className={styles['amount']}>{amount}</span>
                {each === null ? null : <span>{each}</span>}
                <small className="muted">{terms}</small>
              </label>
            ))}
          </fieldset>
          <Button type="submit" size="large" busy={purchase.step === 'ordering'}>
            Continue to payment
          </Button>
        </form>
      ) : (
        <Payment
          purchase={purchase}
          offer={offers.find(({ keyword }) => keyword === purchase.keyword)}
          credits={credits}
          frame={frame}
          scrolls={scrolls}
          next={next}
        />
      )}
      <p className="muted">
        Your card is charged by our card gateway; we never see its number. To cancel, or for a refund, write to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </div>
  )
}

type PaymentProps = {
  purchase: Exclude<Purchase, { step: 'choosing' | 'ordering' }>
  offer: Offer | undefined
  credits: number | null
  frame: string
  scrolls: boolean
  next: Props['next']
}

function Payment({ purchase, offer, credits, frame, scrolls, next }: PaymentProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (purchase.step === 'paying' || purchase.step === 'paid') title.current?.focus()
  }, [purchase.step])

  return (
    <section className={`card ${styles['payment']}`} aria-labelledby="payment">
      <h2 id="payment" ref={title} tabIndex={-1}>
        {purchase.step === 'paid' ? 'Thank you' : `Pay for ${offer?.name ?? 'your order'}`}
      </h2>
      {purchase.step === 'paid' ? null : <p className="muted">{offer?.terms}</p>}
      {purchase.step === 'paying' ? (
        <>
          {/* Placed above the form, because content below it shifts while the iframe loads. */}
          <Button variant="plain" onClick={backToOffers}>
            Choose something else
          </Button>
          {purchase.form === 'missing' ? (
            <Button onClick={reloadForm}>Load the card form</Button>
          ) : (
            <CardForm frame={frame} address={purchase.address} isLoading={purchase.form === 'loading'} scrolls={scrolls} onMessage={handleFrameMessage} />
          )}
        </>
      ) : purchase.step === 'confirming' ? (
        <p role="status">Your card was accepted. We are waiting for the payment to arrive …</p>
      ) : (
        <>
          <p className="notice notice-success" role="status">
            {credits === null ? 'Your payment has arrived: you are a premium member now.' : `Your payment has arrived: you have ${credits} credits now.`}
          </p>
          <ButtonLink href={next.url}>{next.label}</ButtonLink>
          <Button variant="plain" onClick={backToOffers}>
            Back to the offers
          </Button>
        </>
      )}
    </section>
  )
}
