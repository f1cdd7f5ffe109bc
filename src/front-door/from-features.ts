import type { Door, LocalDoor } from '../api/door.ts'
import type { Services } from '../api/services.server.ts'
import type { Member } from '../api/session.server.ts'
import type { Library } from '../content/library.ts'
import type { Host } from '../sites/hosts.ts'

/** What the front door asks of features. It knows none: where everything is put together, they are handed in. */
export type FromFeatures = {
  doors: readonly Door[]
  localDoors: readonly LocalDoor[]
  hasFullAccess(openSteps: readonly string[]): boolean
  /**
   * Spends the token of a link that leads to `path`: where its bearer is sent instead (null: there), and Set-Cookies.
   * `replaces` is the token of the session that this browser had, and `member` whose that was.
   */
  followLink(
    services: Services,
    token: string,
    follower: { request: Request; host: Host; device: string; member: Member | null; replaces: string | null },
    path: string,
  ): Promise<{ to: string | null; cookies: string[] }>
  /** Set-Cookie that remembers where signing in leads on to. */
  backCookie(back: string, domain: string, secure: boolean): string
  /** The texts with the draft on them that a link names; null where it names none. */
  previewedTexts(services: Services, key: string): Promise<Library | null>
  /** What a page knows of the member who looks at it, which only pages read (src/env.d.ts). Throws ApiError `tooMany`. */
  viewerOf(services: Services, host: Host, member: Member, ip: string): Promise<unknown>
}
