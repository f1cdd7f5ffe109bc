import type { Door } from '#api/door.ts'
import { ALWAYS, nothing } from '#api/media-answers.ts'
import { memberOf, type Member } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { sessionToken } from '#api/session-cookie.server.ts'
import { recordAccesses } from '#core/audit/accesses.sql.ts'
import { PRIVATE } from '#members/photos/files/media.server.ts'
import type { Host } from '#sites/hosts.ts'
import { opens } from '#sites/staff-roles.ts'
import { getTickets, SEE_HELD } from '../queue/ticket-queue.contract.ts'
import { pictureById } from './ticket-pictures.sql.ts'
import { ticketPictureName } from './ticket-pictures.ts'

const PATH = /^\/help\/picture\/(\d{1,15})$/

/**
 * A picture of a ticket, for its member and for staff who answer tickets; for everybody else there
 * is nothing. What a list says that nobody may see is for leads alone.
 */
export const ticketPictureDoor: Door = {
  name: 'picture of a ticket',
  role: 'pages',
  isAt: (path) => PATH.test(path),
  open: showPicture,
}

async function showPicture(
  services: Services,
  { request, url, host }: { request: Request; url: URL; host: Host },
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return nothing()
  const id = Number(PATH.exec(url.pathname)?.[1])
  const { db, clock, settings, photoFiles } = services
  const at = clock.now()
  const token = sessionToken(request.headers.get('Cookie'), settings.production)
  const member =
    token === null ? null : await memberOf(services, token, host.brand, at, { notesVisit: false })
  const picture = member === null || member.isLocked ? undefined : await pictureById(db, id)
  if (!member || !picture) return nothing()
  const { accountId, ticketId, key, isHeld } = picture
  if (answersTickets(member)) {
    if (isHeld && !opens(member.roles, SEE_HELD)) return nothing()
    // On record before it is shown.
    if (accountId !== null)
      await recordAccesses(db, { brand: host.brand, member, at }, [
        { subjectId: accountId, what: 'ticketPictures', why: { ticket: ticketId } },
      ])
  } else if (member.staff !== 'no' || member.id !== accountId || isHeld) return nothing()
  const bytes = await photoFiles.read(ticketPictureName(key))
  if (bytes === null) return nothing()
  const headers = {
    ...ALWAYS,
    'Content-Type': 'image/webp',
    'Cache-Control': PRIVATE,
    'Content-Length': String(bytes.length),
  }
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
}

function answersTickets({ staff, roles }: Member): boolean {
  return staff === 'proven' && opens(roles, getTickets.roles)
}
