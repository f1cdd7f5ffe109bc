import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { PartField } from '#core/people/edit/part-fields.ts'
import type { CountryChoice } from '#core/places/PlaceFields.tsx'
import { Boundary } from '#ui/Boundary.tsx'
import { Button } from '#ui/Button.tsx'
import type { FormValues } from '#ui/form-answer.ts'
import { onPlainClick } from '#ui/plain-click.ts'
import { useFocus } from '#ui/use-focus.ts'
import { useIsAlive, useSeeded } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import type { FirstPhotos } from '../photos/own/FirstPhotos.tsx'
import { $photos, seedPhotos } from '../photos/own/photos.store.ts'
import { $uploads, isUnsentUpload } from '../photos/upload/uploads.store.ts'
import { allInWords } from '../photos/upload/uploads.ts'
import { $corrected, seeWelcome } from './newcomer.store.ts'
import { addressOf, type LastAction, isOfFrame, type ScreenId, titles } from './screens.ts'
import type { Refused, WhomProps, WordsProps } from './Screens.tsx'
import { StepHead, type StepProps } from './StepHead.tsx'
import styles from './Onboarding.module.css'

export type OnboardingProps = StepProps & {
  /** Whether the welcome is seen for the first time, which is told. */
  isNew: boolean
  /** The screen that the page came with, whose form `refused` is. */
  first: ScreenId
  refused: Refused
  known: FormValues
  fields: Record<'words' | 'whom', readonly PartField[]>
  /** Where joining with one click left out a place, a name and a password. */
  countries: CountryChoice | null
  finish: LastAction
  photos: ComponentProps<typeof FirstPhotos>
}

/** The screens; those of which a page does not begin with one come when it is alive. */
export type ScreenParts = {
  Photos: ComponentType<ComponentProps<typeof FirstPhotos>>
  Words: ComponentType<WordsProps>
  Whom: ComponentType<WhomProps>
}

/**
 * The screens that everybody has who joins, each saved as one goes on. Without script each is a
 * page; with it they are one, so that photos are sent on while one writes.
 */
export function Frame({
  parts: { Photos, Words, Whom },
  ...props
}: OnboardingProps & { parts: ScreenParts }) {
  const { screens, isNew, first, known, fields, countries, finish } = props
  const [screen, setScreen] = useState(first)
  const [isUnsent, setUnsent] = useState(false)
  const [words, setWords] = useState(known)
  const isChanged = useRef(false)
  // Of the last one chosen: Back may come before an effect of its screen has run.
  const chosen = useRef(first)
  const [heading, focusHeading] = useFocus<HTMLHeadingElement>()
  const uploads = useStore($uploads, { ssr: 'initial' })
  const isLeft = uploads.some(isUnsentUpload)
  const corrected = useStore($corrected, { ssr: 'initial' })
  const photos = useSeeded($photos, props.photos.photos, seedPhotos)

  const choose = (next: ScreenId) => {
    chosen.current = next
    setScreen(next)
    focusHeading()
  }

  useEffect(() => {
    if (isNew) seeWelcome()
  }, [isNew])
  useEffect(() => {
    // What was asked for may come later than what is shown.
    const asked = askedScreen()
    if (asked !== null && asked !== first) history.replaceState(null, '', addressOf(first))
  }, [first])
  useEffect(() => {
    const follow = () => {
      const asked = askedScreen() ?? first
      if (asked === chosen.current) return
      // An affiliate's boxes are pages of their own.
      if (!isOfFrame(asked)) return location.reload()
      // Words that were changed are saved first.
      const next = asked === 'whom' && isChanged.current ? 'words' : asked
      if (next !== asked) history.replaceState(null, '', addressOf(next))
      choose(next)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [first])

  const show = (next: ScreenId) => {
    history.pushState(null, '', addressOf(next))
    choose(next)
    scrollTo({ top: 0, behavior: 'instant' })
  }
  const refused = (id: ScreenId): Refused => (id === first ? props.refused : null)
  const photoRefused = refused('photo')
  const notAdded = photoRefused?.problem
  const before = screens[screens.indexOf(screen) - 1]
  return (
    <>
      <StepHead
        {...props}
        screen={screen}
        heading={heading}
        title={screen === 'whom' && countries ? 'You, and whom to meet' : titles[screen]}
      />
      <Part isShown={screen === 'photo'}>
        {isUnsent && isLeft ? (
          <p className="notice notice-danger" role="alert">
            Not every photo was added. Try again, or finish without.
          </p>
        ) : null}
        <p className="muted">
          It makes most of the difference: your face, by daylight. You can also add one later.
        </p>
        <Photos {...props.photos} typed={photoRefused?.values} />
        {notAdded ? (
          <p className="notice notice-danger" role="alert">
            {notAdded.errors?.[0]?.message ?? notAdded.detail}
          </p>
        ) : null}
        {/* Until the page is alive it sends what was chosen. */}
        <Button
          type="submit"
          wide
          form="add-photos"
          formAction="/registration/firstPhoto"
          formNoValidate
          onClick={(event) => {
            event.preventDefault()
            show('words')
          }}
        >
          {photos.length === 0 ? 'Continue without a photo' : 'Continue'}
        </Button>
      </Part>
      <Part isShown={screen === 'words'}>
        <Words
          fields={fields.words}
          known={known}
          refused={refused('words')}
          onInput={() => {
            isChanged.current = true
          }}
          onSaved={(values) => {
            isChanged.current = false
            setWords(values)
            // Not for who has gone back meanwhile.
            if (askedScreen() !== 'photo') show('whom')
          }}
        />
      </Part>
      <Part isShown={screen === 'whom'}>
        <Whom
          key={corrected?.birthday}
          by={finish}
          fields={fields.whom}
          known={{ ...known, ...corrected }}
          words={words}
          countries={countries}
          refused={refused('whom')}
          onUnsent={() => {
            setUnsent(true)
            show('photo')
          }}
        />
      </Part>
      {screen === 'photo' ? null : (
        <p className="muted" role="status">
          {allInWords(uploads)}
        </p>
      )}
      {before === undefined ? null : (
        <p>
          <a
            href={addressOf(before)}
            onClick={
              isOfFrame(before) ? (event) => onPlainClick(() => show(before))(event) : undefined
            }
          >
            Back<span className="visually-hidden">{` to: ${titles[before]}`}</span>
          </a>
        </p>
      )}
    </>
  )
}

function askedScreen(): string | null {
  return new URLSearchParams(location.search).get('screen')
}

/** A screen, which fails alone, and keeps what is typed on it. */
function Part({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const isAlive = useIsAlive()
  return (
    <div className="stack" hidden={!isShown}>
      {isShown || isAlive ? (
        <Boundary>
          <Suspense fallback={<progress className={styles['coming']} aria-label="Loading" />}>
            {children}
          </Suspense>
        </Boundary>
      ) : null}
    </div>
  )
}
