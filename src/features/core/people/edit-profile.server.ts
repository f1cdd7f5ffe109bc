import { type Call, type Handler, handle } from '../../../api/call.server.ts'
import { ownProfileToEdit, saveProfile } from './edit-profile.contract.ts'
import { profileToEdit, saveFacts, saveIdentity, saveWishes } from './edit-profile.sql.ts'
import { introduced } from './events.server.ts'
import { introduce } from './introduction.sql.ts'
import { answersOf } from './prompts.sql.ts'
import { refuseReversedAges } from './wishes.server.ts'

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
  return { ok: true as const, next: `/profile/edit/profile?saved=${body.section}#${body.section}` }
})

type Saving = Call<typeof saveProfile>

async function save(
  services: Saving['services'],
  { member, brand, at }: Saving['scope'],
  body: Saving['body'],
): Promise<void> {
  const { db } = services
  const { id } = member
  switch (body.section) {
    case 'about':
      return db.transaction().execute(async (trx) => {
        await introduce(trx, id, { headline: body.headline, about: body.about })
        await services.say(trx, introduced, {
          accountId: id,
          brand: brand.id,
          joinedAt: member.createdAt,
          text: `${body.headline}\n${body.about}`,
          at,
        })
      })
    case 'wishes': {
      refuseReversedAges(body)
      return saveWishes(db, id, { ...body, lookingFor: [...new Set(body.lookingFor)] })
    }
    case 'identity':
      return saveIdentity(db, id, body)
    case 'facts': {
      const { section: _, ...chosen } = body
      return saveFacts(
        db,
        id,
        Object.fromEntries(Object.entries(chosen).filter(([, values]) => values.length > 0)),
      )
    }
  }
}

export const editProfileHandlers: Handler[] = [showHandler, saveHandler]
