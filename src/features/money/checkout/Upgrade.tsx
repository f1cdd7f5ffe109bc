import { type FormEvent, useEffect, useRef, useState } from 'react'
import { $user, seedSession } from '#core/accounts/session.store.ts'
import type { UserInfo } from '#members/viewer/parameters.contract.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { useIsAlive, useSeeded } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { CONTRACTS_SECTION } from '../contracts/ending/declarations.ts'
import { $credits, seedCredits } from '../credits/credits.store.ts'
import type { Offer } from '../prices/offers.ts'
import { freeUntil } from '../prices/trial-words.ts'
import { CardForm } from './CardForm.tsx'
import { CurrentHoldings } from './CurrentHoldings.tsx'
import { OfferChoice, OfferFacts } from './OfferParts.tsx'
import type { CreditUpgradeData } from './orders.contract.ts'
import {
  $holdings,
  $problem,
  $purchase,
  backToOffers,
  handleFrameMessage,
  orderProduct,
  type PurchaseStep,
  reloadForm,
} from './purchase.store.ts'
import styles from './Upgrade.module.css'

type Props = {
  user: UserInfo
  ccpInfo: string
  credits: number | null
  premiumUntil: string | null
  locale: string
  lots: CreditUpgradeData['lots']
  offers: readonly Offer[]
  selected: string | null
  frame: string
  scrolls: boolean
  supportEmail: string
  /** Where a member goes on from a payment that has arrived; `source` remembers it. */
  next: { label: string; url: string }
  source: string | null
  /** Fields of the page's address that stay where its form is sent before this code runs. */
  kept: ReadonlyArray<readonly [name: string, value: string]>
  /** Whether that has happened: the order waits for this code, which may never come. */
  isOrdered: boolean
  promoCode: string
  prices: string
}

export const Upgrade = withBoundary(function Upgrade(props: Props) {
  const { offers, locale, frame, scrolls, supportEmail, next, isOrdered } = props
  const isAlive = useIsAlive()
  const user =
    useSeeded($user, props.user, () => seedSession(props.user, props.ccpInfo)) ?? props.user
  const credits = useSeeded($credits, props.credits, seedCredits)
  const { premiumUntil, lots } = useStore($holdings) ?? props
  const purchase = useStore($purchase)
  const problem = useStore($problem)

  const form = useRef<HTMLFormElement>(null)
  const [selected, select] = useState(props.selected)
  const chosen = offers.find(({ keyword }) => keyword === selected)
  // What was chosen before this code ran counts.
  useEffect(() => {
    const keyword = form.current && new FormData(form.current).get('keyword')
    if (typeof keyword === 'string') select(keyword)
  }, [purchase.step])

  const order = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keyword = new FormData(event.currentTarget).get('keyword')
    if (typeof keyword === 'string')
      void orderProduct(keyword, props.source, props.promoCode, props.prices)
  }

  return (
    <div className={styles['upgrade']}>
      {isOrdered && !isAlive ? (
        <p className="notice notice-warning" role="alert">
          Nothing is ordered yet: the card form is our card gateway’s, and needs JavaScript, which
          did not run. Your choice is kept; please load the page again, or use another browser.
        </p>
      ) : null}
      {problem === null || purchase.step === 'paying' ? null : <Problem text={problem} />}
      {purchase.step === 'choosing' || purchase.step === 'ordering' ? (
        <form ref={form} className={styles['offers']} action="/billing/upgrade" onSubmit={order}>
          {props.kept.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <fieldset>
            <legend className="visually-hidden">
              {credits === null ? 'Memberships' : 'Packs of credits'}
            </legend>
            {offers.map((offer) => (
              <OfferChoice
                key={offer.keyword}
                offer={offer}
                defaultChecked={offer.keyword === selected}
                onChange={() => select(offer.keyword)}
              />
            ))}
          </fieldset>
          {chosen === undefined ? null : (
            <div className={styles['deal']}>
              <OfferFacts facts={chosen.facts} />
              <div className={styles['order']}>
                <p>{chosen.terms}</p>
                <Button
                  type="submit"
                  name="ordered"
                  value="yes"
                  size="large"
                  busy={purchase.step === 'ordering'}
                >
                  {chosen.button}
                </Button>
              </div>
            </div>
          )}
        </form>
      ) : (
        <Payment
          purchase={purchase}
          problem={problem}
          offer={offers.find(({ keyword }) => keyword === purchase.keyword)}
          credits={credits}
          frame={frame}
          scrolls={scrolls}
          next={next}
          premiumUntil={premiumUntil}
          locale={locale}
        />
      )}
      <CurrentHoldings
        user={user}
        credits={credits}
        premiumUntil={premiumUntil}
        locale={locale}
        lots={lots}
      />
      <p className="muted">
        Your card is charged by our card gateway, whose form needs JavaScript; we never see its
        number. Questions? <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    </div>
  )
})

/** Scrolled to, because the button that was pressed may be far below it. */
function Problem({ text }: { text: string }) {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [text])

  return (
    <p ref={notice} className="notice notice-danger" role="alert">
      {text}
    </p>
  )
}

type PaymentProps = {
  purchase: Exclude<PurchaseStep, { step: 'choosing' | 'ordering' }>
  problem: string | null
  offer: Offer | undefined
  credits: number | null
  frame: string
  scrolls: boolean
  next: Props['next']
  premiumUntil: string | null
  locale: string
}

function Payment(props: PaymentProps) {
  const { purchase, problem, offer, credits, frame, scrolls, next, premiumUntil, locale } = props
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
          {problem === null ? null : <Problem text={problem} />}
          {purchase.form === 'missing' ? (
            <Button onClick={reloadForm}>Load the card form</Button>
          ) : (
            <CardForm
              frame={frame}
              address={purchase.address}
              isLoading={purchase.form === 'loading'}
              scrolls={scrolls}
              onMessage={handleFrameMessage}
            />
          )}
        </>
      ) : purchase.step === 'confirming' ? (
        <p role="status">Your card was accepted. We are waiting for the payment to arrive …</p>
      ) : (
        <>
          <p className="notice notice-success" role="status">
            {credits === null
              ? 'Your payment has arrived: you are a premium member now.'
              : `Your payment has arrived: you have ${credits} credits now.`}
          </p>
          {offer?.afterTrial && premiumUntil !== null ? (
            <p>
              {freeUntil(locale, premiumUntil, offer.afterTrial)};{' '}
              <a href={CONTRACTS_SECTION}>cancel here</a>.
            </p>
          ) : null}
          <ButtonLink href={next.url} size="large">
            {next.label}
          </ButtonLink>
          <Button variant="plain" onClick={backToOffers}>
            Back to the offers
          </Button>
        </>
      )}
    </section>
  )
}
