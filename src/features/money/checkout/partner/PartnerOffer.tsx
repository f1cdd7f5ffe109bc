import { useEffect, useState } from 'react'
import { WAY_ON } from '#core/accounts/stored-user.ts'
import { readKept, tabKept } from '#lib/browser.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { AwaitedReport } from '../AwaitedReport.tsx'

type Next = { label: string; url: string }
type Props = {
  brandName: string
  /** Whether the partner sells access, and does not only check who is an adult. */
  sells: boolean
  isPremium: boolean
  /** Until when, in words; '' for good. */
  until: string
  partner: { label: string; url: string | null }
  isBack: boolean
  next: Next
  /** Whether `next` is remembered while the member is on the partner's pages. */
  isKept: boolean
}

/**
 * On a partner's brand: the way to the partner, what is told of whom, and what was granted. Works
 * without script.
 */
export const PartnerOffer = withBoundary(function PartnerOffer(props: Props) {
  const { brandName, sells, isPremium, until, partner, isBack } = props
  const [next, setNext] = useState(props.next)
  useEffect(() => {
    // The partner is another site: what the member came for is kept here, and told to nobody.
    if (props.isKept) tabKept.setItem(WAY_ON, JSON.stringify(props.next))
    else setNext((readKept(tabKept.getItem(WAY_ON)) as Next | null) ?? props.next)
    // Once, as the page comes.
  }, [])
  return isPremium ? (
    <>
      <p className="notice notice-success" role="status">
        {sells ? 'You have it' : 'Your age is checked'}
        {until === '' ? '' : `, until ${until}`}: everything on {brandName} is open to you.
      </p>
      <p>
        <ButtonLink href={next.url} size="large">
          <span>{next.label}</span>
        </ButtonLink>
      </p>
      {sells ? (
        <p className="muted">
          What you bought you bought from our partner. You can{' '}
          <a href="/site/cancelContract">cancel it here</a> as well: we pass it on.
        </p>
      ) : null}
    </>
  ) : (
    <>
      {isBack ? (
        <AwaitedReport
          text="We wait for our partner to tell us."
          again="/billing/upgrade?partner=back"
        />
      ) : null}
      <p>
        {sells
          ? 'Unlimited access is sold by our billing partner, on the partner’s own pages, which say the price and whether it renews before you decide.'
          : 'Our partner checks on its own pages that you are an adult. That costs nothing, and we are told only that it was done.'}
      </p>
      {partner.url === null ? null : (
        <p>
          <ButtonLink href={partner.url} size="large">
            {partner.label}
          </ButtonLink>
        </p>
      )}
      <p className="muted">
        The partner learns neither your name nor your address from us, only that a member of{' '}
        {brandName} comes.
      </p>
    </>
  )
})
