import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { textIn } from '#ui/form-answer.ts'
import { useFocus } from '#ui/use-focus.ts'
import { useStore } from '#ui/use-store.ts'
import { inCredits } from '../prices/in-credits.ts'
import { $locations, reveal } from './locations.store.ts'
import styles from './LocationReveal.module.css'

type Props = {
  person: { id: number; username: string }
  location: { price: number; words: string | null }
  /** What makes a second post of this page's form the same payment. */
  attempt: string
}

/** Sells how far away somebody's area is, and which way; says it once it is paid for. */
export function LocationReveal({ person, location: { price, words }, attempt }: Props) {
  const { id } = person
  const known = useStore($locations, { keys: [id], ssr: 'initial' })[id] ?? words
  // The words take the focus from the button that goes.
  const [ref, move] = useFocus<HTMLDivElement>()
  return (
    <div ref={ref} className={styles['location']} id="location" tabIndex={-1}>
      <p className={styles['words']} role="status">
        {known}
      </p>
      {known === null ? (
        <ActionForm
          action="/billing/revealLocation"
          send={async (fields) => {
            if (await reveal(person, price, textIn(fields, 'key'))) move()
          }}
          actions={
            <Submit variant="soft" size="small">
              Reveal the location for {inCredits(price)}
            </Submit>
          }
        >
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="key" value={attempt} />
        </ActionForm>
      ) : null}
      <p className={`muted ${styles['note']}`}>
        How far and which way, between the middles of two areas of 5 km; never an address. Paid
        once, known for good.
      </p>
    </div>
  )
}
