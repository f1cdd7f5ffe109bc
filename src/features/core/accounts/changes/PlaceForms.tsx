import type { RefusedPart } from '#core/people/edit/PartForm.tsx'
import { MOST_DAYS } from '#core/people/shown-to/visiting.ts'
import { type CountryChoice, PlaceFields } from '#core/places/PlaceFields.tsx'
import { dayIn } from '#lib/formats.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Field } from '#ui/Field.tsx'
import { endVisit, moveTo, visit, type OwnVisit } from './place.store.ts'

type PlaceProps = {
  country: string
  countries: CountryChoice
  refused: RefusedPart
  isSaved: boolean
}

/** The page is loaded again with the new place, as it is after a change of a visit. */
export const LocationForm = withBoundary(function LocationForm(props: PlaceProps) {
  const { country, countries, refused, isSaved } = props
  return (
    <ActionForm
      className="form"
      action="/profile/changeLocation"
      send={async (form) => show(await moveTo(Object.fromEntries(form)))}
      refused={refused}
      saying={isSaved ? 'Saved: from now on you are shown there.' : ''}
      actions={<Submit>Move there</Submit>}
    >
      <PlaceFields countries={countries} known={{ country }} />
    </ActionForm>
  )
})

type VisitProps = PlaceProps & {
  visiting: OwnVisit | null
  locale: string | null
  hasEnded: boolean
}

/** A second place for some days, one at a time. */
export const VisitingForm = withBoundary(function VisitingForm(props: VisitProps) {
  const { visiting, locale, country, countries, refused, isSaved, hasEnded } = props
  const day = (text: string) => dayIn(locale, new Date(text))
  return (
    <>
      {visiting ? (
        <ActionForm
          className="form"
          action="/profile/endVisiting"
          send={async () => show(await endVisit())}
          actions={<Submit variant="quiet">End the visit</Submit>}
        >
          <p>
            You are shown as visiting <strong>{visiting.name}</strong> from {day(visiting.from)}{' '}
            until {day(visiting.until)}.
          </p>
        </ActionForm>
      ) : null}
      <ActionForm
        className="form"
        action="/profile/visiting"
        send={async (form) => show(await visit(Object.fromEntries(form)))}
        refused={refused}
        saying={
          hasEnded
            ? 'The visit has ended.'
            : isSaved
              ? 'Saved: in these days you are found there as well.'
              : ''
        }
        actions={<Submit>{visiting ? 'Visit there instead' : 'Show my visit'}</Submit>}
      >
        <PlaceFields countries={countries} known={{ country }} />
        <div className="form-row">
          <Field name="from" type="date" label="First day" required />
          <Field
            name="until"
            type="date"
            label="Last day"
            hint={`At most ${MOST_DAYS} days.`}
            required
          />
        </div>
      </ActionForm>
    </>
  )
})

/** Also where the page has that address already. */
function show(page: string): void {
  history.replaceState(null, '', page)
  location.reload()
}
