import type { ComponentProps } from 'react'
import type { Offer } from '../prices/offers.ts'
import styles from './Upgrade.module.css'

/** An offer to choose. */
export function OfferChoice({ offer, ...rest }: { offer: Offer } & ComponentProps<'input'>) {
  const { keyword, name, amount, full, each, isBest } = offer
  return (
    <label className={styles['offer']}>
      <input {...rest} type="radio" name="keyword" value={keyword} required />
      <span>
        <strong>{name}</strong>
        {isBest ? <span className={styles['best']}>Best value</span> : null}
        {each === null ? null : <small className="muted">{each}</small>}
      </span>
      <span className={styles['amount']}>
        {full === null ? null : (
          <>
            <span className="visually-hidden">instead of </span>
            <s className={styles['full']}>{full}</s>{' '}
          </>
        )}
        {amount}
      </span>
    </label>
  )
}

export function OfferFacts({ facts }: Pick<Offer, 'facts'>) {
  return (
    <dl className={styles['facts']}>
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
