import { useEffect, useState } from 'react'
import { AD_RETURN_PATH } from '#core/accounts/stored-user.ts'
import { tabKept } from '#lib/browser.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { ButtonLink } from '#ui/Button.tsx'

/** From a full-page ad back to where the member was, once. */
export const GoOn = withBoundary(function GoOn({ brandName }: { brandName: string }) {
  const [path, setPath] = useState('/dashboard')
  useEffect(() => {
    const before = tabKept.getItem(AD_RETURN_PATH)
    if (before !== null && /^\/(?![/\\])/.test(before)) setPath(before)
  }, [])
  return (
    <ButtonLink
      href={path}
      size="large"
      data-no-under=""
      onClick={() => tabKept.removeItem(AD_RETURN_PATH)}
    >
      Go on to {brandName}
    </ButtonLink>
  )
})
