import type { Door, LocalDoor } from '../api/door.ts'
import type { Services } from '../api/services.server.ts'
import type { Member } from '../api/session.server.ts'
import type { Library } from '../content/library.ts'
import type { Host } from '../sites/hosts.ts'

/** The features' functions for the front door, passed in by app.server.ts, so that it imports no feature. */
export type FromFeatures = {
  doors: readonly Door[]
  localDoors: readonly LocalDoor[]
  hasFullAccess(openSteps: readonly string[]): boolean
  /** Redeems the token of a link to `path`; `replaces` is the browser's previous session token, `member` its owner. */
  followLink(
    services: Services,
    token: string,
    follower: { request: Request; host: Host; device: string; member: Member | null; replaces: string | null },
    path: string,
  ): Promise<{ to: string | null; cookies: string[] }>
  /** Why the browser that had this session is signed out; null where no decision ended it. */
  closedOut(services: Services, token: string, brand: string, at: Date): Promise<{ statement: string | null } | null>
  backCookie(back: string, domain: string, secure: boolean): string
  previewedTexts(services: Services, key: string): Promise<Library | null>
  viewerOf(services: Services, host: Host, member: Member, visit: { ip: string; request: Request }): Promise<unknown>
}
