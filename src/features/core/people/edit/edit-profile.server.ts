import { type Call, type Handler, handle } from '#api/call.server.ts'
import { profilePage } from '#sites/profile-parts.ts'
import { classifierNames, partOfFact } from '../classifiers.ts'
import { refuseReversedAges } from '../first-messages/wishes.server.ts'
import { answersOf } from '../prompts/prompts.sql.ts'
import { ownProfileToEdit, saveProfile } from './edit-profile.contract.ts'
import { profileToEdit, saveFacts, saveIdentity, saveWishes } from './edit-profile.sql.ts'
import { introduceThemselves } from './introduction.server.ts'

const showHandler = handle(ownProfileToEdit, async ({ scope, services }) => {
  const { id } = scope.member
  const [profile, prompts] = await Promise.all([
    profileToEdit(services.db, id),
    answersOf(services.db, id),
  ])
  return { ...profile, prompts }
})

const saveHandler = handle(saveProfile, async ({ body, scope, services }) => {
  await save(services, scope, body)
  const part = body.section === 'facts' ? partOfFact(body.only[0]) : body.section
  return { ok: true as const, next: profilePage(part, part) }
})

type Saving = Call<typeof saveProfile>

async function save(
  services: Saving['services'],
  scope: Saving['scope'],
  body: Saving['body'],
): Promise<void> {
  const { db } = services
  const { id } = scope.member
  switch (body.section) {
    case 'about':
      return db.transaction().execute((trx) =>
        introduceThemselves(services, trx, scope, {
          headline: body.headline,
          about: body.about,
        }),
      )
    case 'wishes': {
      refuseReversedAges(body)
      return saveWishes(db, id, { ...body, lookingFor: [...new Set(body.lookingFor)] })
    }
    case 'identity':
      return saveIdentity(db, id, body)
    case 'facts': {
      const { section: _, only, ...chosen } = body
      const names = only.length === 0 ? classifierNames : only
      const said = names.flatMap((name) => (chosen[name].length > 0 ? [[name, chosen[name]]] : []))
      return saveFacts(db, id, names, Object.fromEntries(said))
    }
  }
}

export const editProfileHandlers: Handler[] = [showHandler, saveHandler]
